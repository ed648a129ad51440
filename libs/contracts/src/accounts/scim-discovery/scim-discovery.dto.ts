import { IsString, MaxLength } from 'class-validator';
import type { Integer } from '../../core/integer';
import { AccountTarget } from '../account/account.dto';
import { type ScimMeta } from '../scim-user/scim-user.dto';

/** Whether something is supported. */
export class ScimSupport {
  /** True if so. */
  supported!: boolean;
}

/** Whether several operations in one request are supported. */
export class ScimBulkSupport extends ScimSupport {
  /** Operations of one request. */
  maxOperations!: Integer;
  /** Bytes of one request. */
  maxPayloadSize!: Integer;
}

/** Whether conditions on lists are supported. */
export class ScimFilterSupport extends ScimSupport {
  /** Resources of one page. */
  maxResults!: Integer;
}

/** A way to authenticate. */
export class ScimAuthentication {
  /** Kind of credential. */
  type!: string;
  /** Name for people. */
  name!: string;
  /** Where to get one. */
  description!: string;
  /** Whether it is the preferred way. */
  primary!: boolean;
}

/** What the service can do (RFC 7643, section 5). */
export class ScimConfiguration {
  /** Id of the schema. */
  schemas!: readonly string[];
  /** Changes of parts of resources. */
  patch!: ScimSupport;
  /** Several operations in one request. */
  bulk!: ScimBulkSupport;
  /** Conditions on lists. */
  filter!: ScimFilterSupport;
  /** Changes of passwords. */
  changePassword!: ScimSupport;
  /** Order of lists. */
  sort!: ScimSupport;
  /** Versions of resources. */
  etag!: ScimSupport;
  /** How clients authenticate. */
  authenticationSchemes!: readonly ScimAuthentication[];
  /** Where it is. */
  meta!: Pick<ScimMeta, 'resourceType' | 'location'>;
}

/** A description of a kind of resource, or of a schema (RFC 7643, sections 6 and 7). */
export class ScimDescription {
  /** Id of the schema of the description. */
  schemas!: readonly string[];
  /** Id of what is described. */
  id!: string;
  /** Its name. */
  name!: string;
  /** What it is for. */
  description!: string;
  [member: string]: unknown;
}

/** Descriptions. */
export class ScimDescriptionList {
  /** Id of the schema of lists. */
  schemas!: readonly string[];
  /** How many there are. */
  totalResults!: Integer;
  /** Position of the first one, from 1. */
  startIndex!: Integer;
  /** How many are here. */
  itemsPerPage!: Integer;
  /** All of them. */
  Resources!: readonly ScimDescription[];
}

/** A description, named in a path. */
export class ScimDescriptionTarget extends AccountTarget {
  /** Id of what is described, such as `User` or the id of a schema. */
  @IsString() @MaxLength(256) id!: string;
}
