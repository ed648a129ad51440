import { IsString, Length, Matches } from 'class-validator';
import { AccountTarget } from '../account/account.dto';
import { DOMAIN_CHARS_MAX, DOMAIN_NAME } from '../saml/saml.dto';

/** Who vouched for a domain: the domain name system, or somebody who runs the deployment. */
export type DomainProof = 'dns' | 'root';

/** A TXT record of the domain name system. */
export class DomainRecord {
  /** Full name of the record. */
  name!: string;
  /** Text that it must have. */
  value!: string;
}

/** A mail domain that an account declares for single sign-on. It claims nobody until it is verified. */
export class AccountDomain {
  /** The part of mail addresses after `@`, lower case. */
  domain!: string;
  /** When the account proved that the domain is its own, UTC with offset; null while it has not. */
  verified!: string | null;
  /** How it was proved; null while it is not. */
  verified_by!: DomainProof | null;
  /** The record that proves it. Other records of the name may stay. */
  record!: DomainRecord;
}

/** Domains of an account. */
export class AccountDomainList {
  /** All of them, in the order of `saml_config`. */
  domains!: readonly AccountDomain[];
}

/** A domain of an account, named in a path. */
export class AccountDomainTarget extends AccountTarget {
  /** The domain; case is ignored. */
  @IsString() @Length(1, DOMAIN_CHARS_MAX) @Matches(DOMAIN_NAME) domain!: string;
}
