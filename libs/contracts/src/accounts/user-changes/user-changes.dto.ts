import { IsBoolean, IsIn, IsOptional, IsString, Matches, MaxLength, MinLength } from 'class-validator';
import { Nullable, Satisfies } from '../../validation/decorators';
import { USER_ADDRESS, USER_ADDRESS_CHARS_MAX, USER_NAME_CHARS_MAX } from '../sign-up/sign-up.dto';
import { type UserLanguage, userLanguages } from '../user/user.dto';

/** Most characters of the picture of a user. */
export const AVATAR_CHARS_MAX = 256 * 1024;
const AVATAR = /^(?:https:\/\/[^\s"'<>]{1,2048}|data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2})$/;
const INQUIRY_CHARS_MAX = 1_000;

/** Changes of the authenticated user; members that are absent stay as they are. */
export class UserChanges {
  /** Name for people. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(USER_NAME_CHARS_MAX) name?: string | null;
  /** Picture: an `https://` address, or a `data:` address of PNG, JPEG, GIF or WebP. Null removes it. */
  @IsOptional() @Nullable() @IsString() @MaxLength(AVATAR_CHARS_MAX) @Satisfies(avatarFault) avatar?: string | null;
  /** New mail address. It counts once the link of the mail that goes there was used. */
  @IsOptional() @IsString() @MaxLength(USER_ADDRESS_CHARS_MAX) @Matches(USER_ADDRESS) email?: string | null;
  /** Language of the dashboard and of mails. */
  @IsOptional() @IsIn(userLanguages) language?: UserLanguage | null;
}

/** What a new user says about its plans. */
export class OnboardingInquiry {
  /** Company. */
  @IsOptional() @IsString() @MaxLength(INQUIRY_CHARS_MAX) company?: string | null;
  /** What the product is for. */
  @IsOptional() @IsString() @MaxLength(INQUIRY_CHARS_MAX) use_case?: string | null;
  /** Role in the company. */
  @IsOptional() @IsString() @MaxLength(INQUIRY_CHARS_MAX) role?: string | null;
  /** Size of the company. */
  @IsOptional() @IsString() @MaxLength(INQUIRY_CHARS_MAX) organization_size?: string | null;
  /** Phone number. */
  @IsOptional() @IsString() @MaxLength(INQUIRY_CHARS_MAX) phone?: string | null;
  /** Whether the person wants news. */
  @IsOptional() @IsBoolean() receive_updates?: boolean | null;
  /** Country. */
  @IsOptional() @IsString() @MaxLength(INQUIRY_CHARS_MAX) country?: string | null;
  /** Whether the person accepts the privacy policy. */
  @IsOptional() @IsBoolean() accept_privacy_policy?: boolean | null;
}

function avatarFault(value: string | null): string | undefined {
  if (value === null || AVATAR.test(value)) return undefined;
  return 'An avatar is an https:// address, or a data: address of a PNG, JPEG, GIF or WebP image';
}
