import { IsString, MaxLength } from 'class-validator';
import { AccountTarget } from '../account/account.dto';
import { type ScimMeta } from '../scim-user/scim-user.dto';

/** Whether something is supported. */
export class ScimSupport {
  /** True if so. */
  supported!: boolean;
}

/** What the service can do (RFC 7643, section 5). */
export class ScimConfiguration {
  /** Id of the schema. */
  schemas!: readonly string[];
  /** Changes of parts of resources. */
  patch!: ScimSupport;
  /** Several operations in one request. */
  bulk!: {
    readonly supported: boolean;
    readonly maxOperations: number;
    readonly maxPayloadSize: number;
  };
  /** Conditions on lists. */
  filter!: {
    readonly supported: boolean;
    readonly maxResults: number;
  };
  /** Changes of passwords. */
  changePassword!: ScimSupport;
  /** Order of lists. */
  sort!: ScimSupport;
  /** Versions of resources. */
  etag!: ScimSupport;
  /** How clients authenticate. */
  authenticationSchemes!: readonly {
    readonly type: string;
    readonly name: string;
    readonly description: string;
    readonly primary: boolean;
  }[];
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
  totalResults!: number;
  /** Position of the first one, from 1. */
  startIndex!: number;
  /** How many are here. */
  itemsPerPage!: number;
  /** All of them. */
  Resources!: readonly ScimDescription[];
}

/** A description, named in a path. */
export class ScimDescriptionTarget extends AccountTarget {
  /** Id of what is described, such as `User` or the id of a schema. */
  @IsString() @MaxLength(256) id!: string;
}
