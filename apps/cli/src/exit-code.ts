/** How a command ends; scripts may rely on it. */
export const exitCodes = {
  done: 0,
  /** The command did what it should, and what it found or left is not as it should be. */
  notAsItShouldBe: 1,
  /** The command line cannot be understood. */
  usage: 2,
  /** The server cannot be reached, or refuses. */
  refused: 3,
  /** This Node is too old; `start.cjs` says so. */
  unsupported: 69,
  /** A fault of the program itself. */
  broken: 70,
  /** The user pressed Ctrl+C. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends a command with a line that says why. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode: ExitCode,
  ) {
    super(message);
  }
}

/** The arguments of the caller cannot be used. */
export class UsageError extends CommandError {
  constructor(message: string) {
    super(message, exitCodes.usage);
  }
}
