import { Type } from 'class-transformer';
import { IsBoolean, IsInt, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import type { Integer } from '../../core/integer';
import { Anything, ListOf, Nested, Unsupported } from '../../validation/decorators';
import { text } from '../../validation/node';
import { AccountTarget } from '../account/account.dto';

const ID_CHARS_MAX = 64;
const TEXT_CHARS_MAX = 1_024;
const NAME_CHARS_MAX = 256;
const CERTIFICATE_CHARS_MAX = 8_192;
/** Values of one attribute of a person. */
const VALUES_MAX = 50;
const SCHEMAS_MAX = 20;
/** Characters of a filter. */
export const SCIM_FILTER_CHARS_MAX = 2_048;
/** Resources of one page. */
export const SCIM_PAGE_MAX = 1_000;
/** Operations of one PATCH. */
export const SCIM_OPERATIONS_MAX = 10_000;

const schemaIds = text({ maxLength: NAME_CHARS_MAX });

/** Circumstances of a request that the gateway tells. Callers cannot set them. */
export class ScimHeaders {
  /** Scheme, host and port that the caller reached. */
  reached?: string;
}

/** A resource, named in a path. */
export class ScimTarget extends AccountTarget {
  /** Id of the resource, UUID. */
  @IsString() @MaxLength(ID_CHARS_MAX) id!: string;
}

/** Which attributes an answer has. */
export class ScimAttributesQuery {
  /** Only these, separated by commas, besides `id` and `schemas`. */
  @IsOptional() @IsString() @MaxLength(SCIM_FILTER_CHARS_MAX) attributes?: string;
  /** All but these, separated by commas. */
  @IsOptional() @IsString() @MaxLength(SCIM_FILTER_CHARS_MAX) excludedAttributes?: string;
}

/** A page of resources. */
export class ScimListQuery extends ScimAttributesQuery {
  /** Condition, as RFC 7644 defines it: `userName eq "ada@acme.example"`. */
  @IsOptional() @IsString() @MaxLength(SCIM_FILTER_CHARS_MAX) filter?: string;
  /** Position of the first one, from 1. */
  @IsOptional() @Type(() => Number) @IsInt() startIndex?: number;
  /** Most of the answer; more than 1,000 count as 1,000. */
  @IsOptional() @Type(() => Number) @IsInt() count?: number;
  /** Sorting is not supported: people come by id. */
  @IsOptional() @Unsupported() sortBy?: string;
}

/** Parts of a name. */
export class ScimName {
  /** All of it, as it is shown. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) formatted?: string;
  /** Last name. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) familyName?: string;
  /** First name. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) givenName?: string;
  /** Middle names. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) middleName?: string;
  /** Title before the name. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) honorificPrefix?: string;
  /** Title after the name. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) honorificSuffix?: string;
}

/** One of several values of an attribute. */
export class ScimValue {
  /** The value. */
  @IsOptional() @IsString() @MaxLength(CERTIFICATE_CHARS_MAX) value?: string;
  /** Name for people. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) display?: string;
  /** Such as `work` or `home`. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) type?: string;
  /** Whether it is the preferred one. */
  @IsOptional() @IsBoolean() primary?: boolean;
}

/** A postal address. */
export class ScimAddress {
  /** All of it. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) formatted?: string;
  /** Street and number. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) streetAddress?: string;
  /** City. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) locality?: string;
  /** State or region. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) region?: string;
  /** Postal code. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) postalCode?: string;
  /** Country. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) country?: string;
  /** Such as `work` or `home`. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) type?: string;
  /** Whether it is the preferred one. */
  @IsOptional() @IsBoolean() primary?: boolean;
}

/** Who somebody reports to. */
export class ScimSuperior {
  /** Id of the manager at the identity provider, or here. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) value?: string;
  /** Address of the manager. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) $ref?: string;
  /** Name of the manager. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) displayName?: string;
}

/** Attributes of a person in an enterprise. */
export class ScimEnterpriseUser {
  /** Number of the employee. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) employeeNumber?: string;
  /** Cost center. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) costCenter?: string;
  /** Organization. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) organization?: string;
  /** Division. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) division?: string;
  /** Department. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) department?: string;
  /** Who the person reports to. */
  @IsOptional() @Nested(() => ScimSuperior) manager?: ScimSuperior;
}

/** A person, as an identity provider sends it. Attributes that are not listed, such as a password, are not kept. */
export class ScimUserPayload {
  /** Ids of the schemas that the person has. */
  @IsOptional() @ListOf(schemaIds, { max: SCHEMAS_MAX }) schemas?: readonly string[];
  /** Name at the identity provider, unique in the account in any case; by default also the mail address. */
  @IsString() @IsNotEmpty() @MaxLength(NAME_CHARS_MAX) userName!: string;
  /** Id at the identity provider. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) externalId?: string;
  /** Whether the person is a member of the account; true when absent. False ends its access at once. */
  @IsOptional() @IsBoolean() active?: boolean;
  /** Parts of the name. */
  @IsOptional() @Nested(() => ScimName) name?: ScimName;
  /** Name for people. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) displayName?: string;
  /** Informal name. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) nickName?: string;
  /** Page about the person. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) profileUrl?: string;
  /** Title in the organization. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) title?: string;
  /** Relation to the organization. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) userType?: string;
  /** Preferred languages, as in `Accept-Language`. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) preferredLanguage?: string;
  /** Locale. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) locale?: string;
  /** Time zone. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) timezone?: string;
  /** Mail addresses: the primary one, else that for work, else the first is the address of the user. */
  @IsOptional() @ListOf(() => ScimValue, { max: VALUES_MAX }) emails?: readonly ScimValue[];
  /** Phone numbers. */
  @IsOptional() @ListOf(() => ScimValue, { max: VALUES_MAX }) phoneNumbers?: readonly ScimValue[];
  /** Addresses of messengers. */
  @IsOptional() @ListOf(() => ScimValue, { max: VALUES_MAX }) ims?: readonly ScimValue[];
  /** Addresses of pictures. */
  @IsOptional() @ListOf(() => ScimValue, { max: VALUES_MAX }) photos?: readonly ScimValue[];
  /** Postal addresses. */
  @IsOptional() @ListOf(() => ScimAddress, { max: VALUES_MAX }) addresses?: readonly ScimAddress[];
  /** Entitlements at the identity provider; they grant nothing here. */
  @IsOptional() @ListOf(() => ScimValue, { max: VALUES_MAX }) entitlements?: readonly ScimValue[];
  /** Roles at the identity provider; they grant nothing here. */
  @IsOptional() @ListOf(() => ScimValue, { max: VALUES_MAX }) roles?: readonly ScimValue[];
  /** Certificates. */
  @IsOptional() @ListOf(() => ScimValue, { max: VALUES_MAX }) x509Certificates?: readonly ScimValue[];
  /** Attributes of the person in an enterprise. */
  @IsOptional()
  @Nested(() => ScimEnterpriseUser)
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'?: ScimEnterpriseUser;
}

/** Where a resource is, and since when. */
export class ScimMeta {
  /** `User` or `Group`. */
  resourceType!: string;
  /** When it was created, UTC. */
  created!: string;
  /** When it was changed last, UTC. */
  lastModified!: string;
  /** Its address. */
  location!: string;
}

/** A group that a person is in. */
export class ScimGroupOfUser {
  /** Id of the group. */
  value!: string;
  /** Name of the group. */
  display!: string;
  /** Always `direct`. */
  type!: string;
}

/** A person of the account; which members there are follows from `attributes`. */
export class ScimUser implements Partial<ScimUserPayload> {
  /** Ids of the schemas that the person has. */
  schemas!: readonly string[];
  /** Id of the user, UUID with hyphens. */
  id!: string;
  /** Id at the identity provider. */
  externalId?: string;
  /** Name at the identity provider; the mail address of members that none provisioned. */
  userName?: string;
  /** Whether the person is a member of the account. */
  active?: boolean;
  /** Parts of the name. */
  name?: ScimName;
  /** Name for people. */
  displayName?: string;
  /** Mail addresses. */
  emails?: readonly ScimValue[];
  /** Groups of the account that the person is in. */
  groups?: readonly ScimGroupOfUser[];
  /** Where it is, and since when. */
  meta?: ScimMeta;
  [attribute: string]: unknown;
}

/** A page of people. */
export class ScimUserList {
  /** Id of the schema of lists. */
  schemas!: readonly string[];
  /** How many there are on all pages. */
  totalResults!: Integer;
  /** Position of the first one, from 1. */
  startIndex!: Integer;
  /** How many are here. */
  itemsPerPage!: Integer;
  /** The people. */
  Resources!: readonly ScimUser[];
}

/** A change of a resource. */
export class ScimOperation {
  /** `add`, `replace` or `remove`, in any case. */
  @IsString() @MaxLength(NAME_CHARS_MAX) op!: string;
  /** What is changed: `emails[type eq "work"].value`; the members of the value when absent. */
  @IsOptional() @IsString() @MaxLength(SCIM_FILTER_CHARS_MAX) path?: string | null;
  /** The new value. */
  @IsOptional() @Anything() value?: unknown;
}

/** Changes of a resource: all of them, or none. */
export class ScimPatch {
  /** Id of the schema of changes. */
  @IsOptional() @ListOf(schemaIds, { max: SCHEMAS_MAX }) schemas?: readonly string[];
  /** One after the other. */
  @ListOf(() => ScimOperation, { min: 1, max: SCIM_OPERATIONS_MAX }) Operations!: readonly ScimOperation[];
}
