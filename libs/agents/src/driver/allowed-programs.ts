import type { McpStdioConfig } from '@lectern/contracts/agents';
import { AppError, invalidRequest } from '@lectern/contracts/core';
import type { AllowedProgram, AllowedPrograms } from './allowed-programs.config';

/**
 * The program that a driver of `mcpstdio` names, among those that the operator allows.
 *
 * @throws AppError `invalid_request` with the names of those that are allowed
 */
export function programNamed(allowed: AllowedPrograms, name: string): AllowedProgram {
  const program = allowed.get(name);
  if (program) return program;
  const names = [...allowed.keys()].join(', ');
  const which = names === '' ? 'allows no programs (MCP_STDIO_SERVERS)' : `allows: ${names}`;
  throw new AppError('invalid_request', `${name} is no MCP server that may be started; the operator ${which}`);
}

/**
 * Checks what a driver wants to start, before it is stored.
 *
 * @param place of the settings, as in a 422
 * @throws AppError `invalid_request` that names the place
 */
export function checkProgram(
  allowed: AllowedPrograms,
  { server, env = {} }: Partial<Pick<McpStdioConfig, 'server' | 'env'>>,
  place: readonly string[],
): void {
  const fault = (member: string, msg: string) =>
    invalidRequest([{ type: 'value_error', loc: [...place, member], msg: `Value error, ${msg}` }]);
  let program: AllowedProgram;
  try {
    program = programNamed(allowed, server ?? '');
  } catch (error) {
    throw error instanceof AppError ? fault('server', error.message) : error;
  }
  const { variables } = program;
  const foreign = Object.keys(env).find((name) => !variables.includes(name));
  if (foreign !== undefined)
    throw fault(
      'env',
      `${foreign} is no variable that drivers of ${server} may set: ${variables.join(', ') || 'none'}`,
    );
}
