/** The exit codes for scripts. */
export const exitCodes = {
  done: 0,
  /** A fault: of the installation or of this program. */
  failed: 1,
  /** The command line is invalid or incomplete. */
  usage: 2,
  /** Credentials are missing, wrong or disabled. */
  credentials: 3,
  /** Parley refused the request: it breaks a rule, or names something that does not exist. */
  refused: 4,
  /** Parley could not be reached, or is overloaded. */
  unavailable: 5,
  /** The request was done in part, or a check found problems. */
  partly: 6,
  /** Stopped by Ctrl-C. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Help text for `parley --help`. */
export const exitCodesText = `
Exit codes: 0 done · 1 a fault of the installation or of parley · 2 wrong usage · 3 credentials · 4 refused by Parley
  5 not reached or overloaded · 6 done in part · 130 interrupted`;
