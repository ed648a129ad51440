import { IsOptional, IsString, IsUrl, Matches, MaxLength, MinLength } from 'class-validator';
import { MapOf, Widget } from '../../validation/decorators';
import type { KeyRule } from '../../validation/node';
import { text } from '../../validation/node';
import { IsSecret } from '../driver-secrets';

/** Characters of the identifier of a driver. */
export const IDENTIFIER_CHARS_MAX = 250;
/** Characters of the name of a driver, and of other names in its settings. */
export const DRIVER_NAME_CHARS_MAX = 250;
/** Characters of a secret, such as a key or a certificate. */
export const SECRET_CHARS_MAX = 20_000;
const URL_CHARS_MAX = 2_048;
const ENTRIES_MAX = 100;
const ENTRY_CHARS_MAX = 8_192;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,255}$/;
const HEADER = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/;
/** Without line breaks, which would begin another header. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Members of every driver. */
export class DriverSettings {
  /** Given by the server; ignored. */
  @IsOptional() @IsString() @MaxLength(64) id?: string | null;
  /** By which modules name it; unique in its agent. */
  @IsString() @MinLength(1) @MaxLength(IDENTIFIER_CHARS_MAX) @Matches(/^[^\s/]+$/) identifier!: string;
  /** For people. */
  @IsString() @MinLength(1) @MaxLength(DRIVER_NAME_CHARS_MAX) name!: string;
}

/** An address with one of these protocols. */
export const TakesUrl =
  (...protocols: readonly string[]): PropertyDecorator =>
  (target, name) => {
    const options = { protocols: [...protocols], require_protocol: true, require_tld: false };
    IsUrl(options)(target, name);
    MaxLength(URL_CHARS_MAX)(target, name);
  };

/** A secret text. */
export const SecretText = (): PropertyDecorator => (target, name) => {
  IsString()(target, name);
  MaxLength(SECRET_CHARS_MAX)(target, name);
  IsSecret()(target, name);
};

/** HTTP headers that are secret, all of them. */
export const SecretHeaders = (): PropertyDecorator => (target, name) => {
  const value = text({ maxLength: ENTRY_CHARS_MAX, patterns: [HEADER_VALUE] });
  MapOf(value, { sizeMax: ENTRIES_MAX, keyRules: [keyLike(HEADER, 'the name of a header')] })(target, name);
  Widget('api_headers_field')(target, name);
  IsSecret()(target, name);
};

/** Variables of an environment that are secret, all of them. */
export const SecretVariables = (): PropertyDecorator => (target, name) => {
  const value = text({ maxLength: ENTRY_CHARS_MAX });
  MapOf(value, { sizeMax: ENTRIES_MAX, keyRules: [keyLike(VARIABLE, 'the name of a variable')] })(target, name);
  Widget('key_value_field')(target, name);
  IsSecret()(target, name);
};

function keyLike(pattern: RegExp, means: string): KeyRule {
  return (key) => (pattern.test(key) ? undefined : `${key.slice(0, 100)} is not ${means}`);
}
