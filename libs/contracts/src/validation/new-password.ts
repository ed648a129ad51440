import { IsString, MaxLength } from 'class-validator';
import { Satisfies } from './decorators';

/** Fewest characters of a password. */
export const PASSWORD_CHARS_MIN = 8;
/** Most characters of a password. */
export const PASSWORD_CHARS_MAX = 256;

const kinds: readonly (readonly [RegExp, string])[] = [
  [/\p{Lu}/u, 'an upper-case letter'],
  [/\p{Ll}/u, 'a lower-case letter'],
  [/\p{Nd}/u, 'a digit'],
  [/[!@#$%^&*._()+=-]/, 'one of !@#$%^&*._()+=-'],
];

/** What a new password lacks, for people; undefined when it will do. */
export function passwordFault(password: string): string | undefined {
  const missing = kinds.filter(([pattern]) => !pattern.test(password)).map(([, name]) => name);
  const isShort = [...password].length < PASSWORD_CHARS_MIN;
  if (!isShort && missing.length === 0) return undefined;
  return `The password needs ${[...(isShort ? [`${PASSWORD_CHARS_MIN} characters`] : []), ...missing].join(', ')}`;
}

/** A password that somebody chooses. */
export function NewPassword(): PropertyDecorator {
  const rules = [IsString(), MaxLength(PASSWORD_CHARS_MAX), Satisfies(passwordFault)];
  return (target, name) => rules.forEach((rule) => rule(target, name));
}
