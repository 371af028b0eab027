/**
 * The environment of a program that a test starts: nothing of ours but the path of programs, and the folder of compiled code, without which
 * each start would compile the program again.
 */
export function programEnvironment(environment: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...environment };
}
