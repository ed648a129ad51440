import type { InterfaceExample } from '@lectern/contracts/core';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleFiles } from './example-files';

/** Where the workers of a run note which operations they called: a file for each, with an example. */
const FOLDER_VARIABLE = 'LECTERN_E2E_CALLED';
const EXAMPLE_CHARS_MAX = 3_000;
/** Longer ones are no examples: the file keeps the one that it has, which somebody has shortened. */
const ONLY_EXAMPLE_CHARS_MAX = 100_000;
/** Deeper brackets are of a bound that is tried, and readers of documents have bounds, too. */
const EXAMPLE_DEPTH_MAX = 20;
/** Of a vector an example shows the first numbers. */
const EXAMPLE_NUMBERS_MAX = 5;
/** Names of operations whose examples a run renews, separated by commas; `all` renews what it calls. */
const WANTED_VARIABLE = 'RECORD_EXAMPLES';

export function beginRecording(): void {
  process.env[FOLDER_VARIABLE] = mkdtempSync(join(tmpdir(), 'lectern-called-'));
}

/** Notes a call; of the successful ones that fit the one that says most becomes the operation's example. */
export function recordCall(operationId: string, example: InterfaceExample): void {
  const folder = process.env[FOLDER_VARIABLE];
  if (folder === undefined) return;
  const file = join(folder, operationId);
  const noted = existsSync(file) ? statSync(file).size : undefined;
  const whole =
    example.status < 400 && isShallow(example) ? JSON.stringify(withShortVectors(withoutCredentials(example))) : '';
  const text = whole.length > ONLY_EXAMPLE_CHARS_MAX ? '' : whole;
  if (noted === undefined || (text.length > noted && text.length <= EXAMPLE_CHARS_MAX)) writeFileSync(file, text);
}

/** Notes a call whose answers are no example. */
export function noteCall(operationId: string): void {
  const folder = process.env[FOLDER_VARIABLE];
  if (folder !== undefined && !existsSync(join(folder, operationId))) writeFileSync(join(folder, operationId), '');
}

function isShallow(value: unknown, depth = 0): boolean {
  if (!(value instanceof Object)) return true;
  return depth < EXAMPLE_DEPTH_MAX && Object.values(value).every((member) => isShallow(member, depth + 1));
}

/**
 * Writes the examples of this run that `RECORD_EXAMPLES` names into the files beside their operations; they replace
 * earlier ones.
 */
export function endRecording(): void {
  const folder = process.env[FOLDER_VARIABLE];
  if (folder === undefined) return;
  const wanted = process.env[WANTED_VARIABLE]?.split(',') ?? [];
  for (const [file, ids] of exampleFiles(readdirSync(folder), wanted)) {
    const examples = { ...earlier(file), ...recorded(folder, ids) };
    if (Object.keys(examples).length > 0) writeFileSync(file, textOf(examples));
  }
  rmSync(folder, { recursive: true, force: true });
}

function withShortVectors(value: unknown): unknown {
  if (!(value instanceof Object)) return value;
  if (!Array.isArray(value))
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withShortVectors(member)]));
  const isVector = value.length > EXAMPLE_NUMBERS_MAX && value.every((item) => typeof item === 'number');
  return isVector ? value.slice(0, EXAMPLE_NUMBERS_MAX) : value.map(withShortVectors);
}

function earlier(file: string): Record<string, unknown> {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

function textOf(examples: Readonly<Record<string, unknown>>): string {
  const sorted = Object.entries(examples).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
}

function recorded(folder: string, ids: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    ids.flatMap((id): [string, unknown][] => {
      const text = readFileSync(join(folder, id), 'utf8');
      return text === '' ? [] : [[id, JSON.parse(text)]];
    }),
  );
}

const CREDENTIAL_NAME = /token|secret|password|^key$|api_?key|authorization/i;
/** Bytes in base64, of which the beginning is enough. */
const MESSAGE = /^([A-Za-z0-9+/]{60})[A-Za-z0-9+/]{440,}={0,2}$/;
const SIGNED = /eyJ[\w-]+\.[\w-]+\.[\w-]+|(?<=[?&](?:token|secret)=)[^&]+/g;

function withoutCredentials(value: unknown, name = ''): unknown {
  if (typeof value === 'string')
    return CREDENTIAL_NAME.test(name) ? '********' : value.replace(SIGNED, '…').replace(MESSAGE, '$1…');
  if (Array.isArray(value)) return value.map((item) => withoutCredentials(item, name));
  if (!(value instanceof Object)) return value;
  // A member `key` beside its type is the name of something, and no credential.
  const nameOf = (member: string) => (member === 'key' && 'type' in value ? '' : member);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, withoutCredentials(member, nameOf(key))]),
  );
}
