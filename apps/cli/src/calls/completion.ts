import { operations } from "@parley/sdk/operations";
import type { Command } from "commander";
import { UsageError } from "../terminal/problem.ts";
import type { Terminal } from "../terminal/terminal.ts";

const shells: Readonly<Record<string, (words: Words) => string>> = { bash, zsh, fish };

interface Words {
  /** The name of the program as typed on the command line. */
  readonly program: string;
  readonly commands: readonly string[];
  readonly operations: readonly string[];
  /** The subcommands of each command that has any. */
  readonly subcommands: Readonly<Record<string, readonly string[]>>;
}

/** `parley completion <shell>`: a script that completes commands and names of operations, without any request. */
export function addCompletion(program: Command, terminal: Terminal): void {
  program
    .command("completion")
    .description("print a completion script: source <(parley completion bash)")
    .argument("<shell>", Object.keys(shells).join(", "))
    .action((shell: string) => {
      const script = shells[shell];
      if (script === undefined)
        throw new UsageError(`There is no completion for ${shell.slice(0, 100)}; there is one for ${Object.keys(shells).join(", ")}.`);
      terminal.print(script(wordsOf(program)));
    });
}

function wordsOf(program: Command): Words {
  const subcommands = program.commands.map((command) => [command.name(), command.commands.map((each) => each.name())] as const);
  return {
    program: program.name(),
    commands: program.commands.map((command) => command.name()),
    operations: operations.map(({ name }) => name),
    subcommands: Object.fromEntries(subcommands.filter(([, names]) => names.length > 0)),
  };
}

function bash({ program, commands, operations, subcommands }: Words): string {
  const cases = Object.entries(subcommands).map(([command, names]) => `    ${command}) words="${names.join(" ")}" ;;`);
  return `_${program}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
    call|operations) words="${operations.join(" ")}" ;;
${cases.join("\n")}
    *) [ "$COMP_CWORD" -eq 1 ] && words="${commands.join(" ")}" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _${program} ${program}`;
}

function zsh(words: Words): string {
  return `autoload -U +X bashcompinit && bashcompinit\n${bash(words)}`;
}

function fish({ program, commands, operations, subcommands }: Words): string {
  const of = (condition: string, names: readonly string[]) => `complete -c ${program} -f -n '${condition}' -a '${names.join(" ")}'`;
  return [
    of("__fish_use_subcommand", commands),
    of("__fish_seen_subcommand_from call operations", operations),
    ...Object.entries(subcommands).map(([command, names]) => of(`__fish_seen_subcommand_from ${command}`, names)),
  ].join("\n");
}
