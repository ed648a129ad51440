import { IsIn, IsOptional, IsString, IsUUID, Length, Matches, MaxLength } from 'class-validator';
import { ListOf } from '../../validation/decorators';
import { text } from '../../validation/node';

/** Characters of the name of a mail domain. */
export const DOMAIN_CHARS_MAX = 253;
/** The name of a mail domain. */
export const DOMAIN_NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
/** Domains that one account may declare. */
export const SAML_DOMAINS_MAX = 100;
const URL_CHARS_MAX = 2_048;
const CERTIFICATE_CHARS_MAX = 40_000;
const NAME_CHARS_MAX = 1_024;
const CHALLENGE_CHARS_MAX = 4_096;
const RELAY_STATE_CHARS_MAX = 256;
/** Base64 of 256 KiB. */
const RESPONSE_CHARS_MAX = 350_000;
const TOKEN_CHARS_MAX = 256;
const ORIGIN = /^https?:\/\/[^\s/?#]+\/?$/;

/** How an identity provider compares the way a person signed in with the way that was requested. */
export const authnContexts = ['exact', 'minimum', 'better', 'maximum'] as const;

/** Comparison of authentication contexts, as in SAML 2.0. */
export type AuthnContext = (typeof authnContexts)[number];

/** The SAML 2.0 identity provider of an account. */
export class SamlConfiguration {
  /**
   * Mail domains whose people sign in there, without `@`; case is ignored. A domain counts once the account has
   * verified it, and belongs to one account from then on.
   */
  @ListOf(text({ maxLength: DOMAIN_CHARS_MAX, patterns: [DOMAIN_NAME] }), { min: 1, max: SAML_DOMAINS_MAX })
  domains!: readonly string[];
  /** Where browsers are sent to sign in: `https`, or `http` on the machine of the browser. */
  @IsString() @Length(1, URL_CHARS_MAX) sso_url!: string;
  /** Name of the identity provider: the `Issuer` of its assertions. */
  @IsString() @Length(1, NAME_CHARS_MAX) entity_id!: string;
  /**
   * Certificates that it signs with, up to five: PEM, or the base64 of one without its first and last line. RSA keys
   * of at least 2,048 bits.
   */
  @IsString() @Length(1, CERTIFICATE_CHARS_MAX) x509_cert!: string;
  /** How it compares the way a person signed in with a password over TLS, which is requested. */
  @IsIn(authnContexts) authn_context: AuthnContext = 'exact';
  /**
   * Name of the attribute of assertions whose values are the groups of a person, such as `groups`; upper and lower case
   * are the same. Without it, or null, assertions say nothing about groups.
   */
  @IsOptional() @IsString() @Length(1, NAME_CHARS_MAX) groups_attribute?: string | null;
}

/** The identity provider of an account with one domain. Deprecated: use `saml_config`. */
export class SingleDomainSaml {
  /** Mail domain whose people sign in there. */
  @IsString() @MaxLength(DOMAIN_CHARS_MAX) @Matches(DOMAIN_NAME) domain!: string;
  /** As in `saml_config`. */
  @IsString() @Length(1, URL_CHARS_MAX) sso_url!: string;
  /** As in `saml_config`. */
  @IsString() @Length(1, NAME_CHARS_MAX) entity_id!: string;
  /** As in `saml_config`. */
  @IsString() @Length(1, CERTIFICATE_CHARS_MAX) x509_cert!: string;
}

/** A mail domain. */
export class SamlInquiry {
  /** The part of a mail address after `@`; case is ignored. */
  @IsString() @Length(1, DOMAIN_CHARS_MAX) domain!: string;
}

/** The account that a mail domain signs in through. */
export class SamlAccount {
  /** Id of the account, UUID with hyphens. */
  account_id!: string;
  /** The same as `token` of the start, which takes either. */
  token!: string;
}

/** A sign-in that begins. */
export class SamlStart {
  /** Id of the account. */
  @IsOptional() @IsUUID() account_id?: string;
  /** The token of the inquiry, instead of the id. */
  @IsOptional() @IsUUID() token?: string;
  /** Challenge of the authorization that the sign-in is for. */
  @IsOptional() @IsString() @Length(1, CHALLENGE_CHARS_MAX) login_challenge?: string;
  /** Origin of the app that the browser returns to; by default this host. */
  @IsOptional() @IsString() @MaxLength(URL_CHARS_MAX) @Matches(ORIGIN) came_from?: string;
}

/** Where a browser goes next. */
export class SignInAddress {
  /** Absolute, or a path of this origin. */
  to!: string;
}

/** Account in the path of a consumer. */
export class SamlConsumer {
  /** Id of the account; without it, the sign-in that the response answers says which one. */
  @IsOptional() @IsUUID() account_id?: string;
}

/** The form by which an identity provider sends a browser back. */
export class SamlReturn {
  /** Base64 of the XML of a response with one assertion. */
  @IsString() @Length(1, RESPONSE_CHARS_MAX) SAMLResponse!: string;
  /** Names the sign-in that began here; counts once, for ten minutes. */
  @IsOptional() @IsString() @MaxLength(RELAY_STATE_CHARS_MAX) RelayState?: string;
}

/** The account whose metadata is wanted. */
export class SamlMetadataQuery {
  /** Id of the account. */
  @IsUUID() account_id!: string;
}

/** This service as an account's identity provider knows it. */
export class SamlMetadata {
  /** An XML document, as SAML 2.0 defines it. */
  xml!: string;
}

/** A one-time token of a sign-in. */
export class SignInToken {
  /** From the address that the browser returned to; counts once, for one minute. */
  @IsString() @Length(1, TOKEN_CHARS_MAX) token!: string;
}

/** Tokens of a user who has signed in. */
export class SignedInTokens {
  /** For the header `Authorization`. */
  access_token!: string;
  /** For new ones, once. */
  refresh_token!: string;
}
