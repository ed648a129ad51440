import { IsNotEmpty, IsString, Matches, MaxLength } from 'class-validator';
import type { KnowledgeBoxMode } from '../../core/knowledge-box-mode';

/** A zone: a host that holds knowledge boxes. */
export class Zone {
  /** Id of the zone, UUID with hyphens. */
  id!: string;
  /** Name of the zone in addresses and settings; unique. */
  slug!: string;
  /** Name of the zone for people. */
  title!: string;
  /** Where the zone runs; always `SELF_HOSTED`. */
  cloud_provider!: string;
  /** Whether the zone belongs to one account alone; always false. */
  private!: boolean;
  /** Base of every address of the zone, with scheme and port, without a slash at the end. */
  origin!: string;
}

/** Zones of the deployment. */
export class ZoneList {
  /** All of them, ordered by slug. */
  zones!: readonly Zone[];
}

/** A zone as it registers itself. */
export class ZoneAnnouncement {
  /** Name of the zone; it identifies the zone. */
  @IsString() @Matches(/^[a-z0-9][a-z0-9_-]{0,62}$/) slug!: string;
  /** Name of the zone for people. */
  @IsString() @IsNotEmpty() @MaxLength(256) title!: string;
  /** Where clients reach the zone, with scheme and port, without a slash at the end. */
  @IsString() @Matches(/^https?:\/\/[^/?#\s]+$/) @MaxLength(512) origin!: string;
}

/** An account, in a zone on another host. */
export class AccountInZone {
  /** Slug of the zone. */
  zone!: string;
  /** Base of the addresses of the zone. */
  origin!: string;
  /** Id of the account, UUID with hyphens. */
  account!: string;
}

/** Knowledge boxes that a zone holds for an account. */
export class IndexedKnowledgeBoxes {
  /** All of them, ordered by slug. */
  boxes!: readonly {
    /** Id of the account, UUID with hyphens. */
    readonly account: string;
    /** Id of the knowledge box, UUID with hyphens. */
    readonly kbid: string;
    /** Whether it is a knowledge box or an agent. */
    readonly mode: KnowledgeBoxMode;
    /** Slug of the zone that holds it. */
    readonly zone: string;
  }[];
}

/** Users who left an account, for a zone on another host. */
export class FormerMembersInZone extends AccountInZone {
  /** Ids of the users. */
  users!: readonly string[];
}

/** An account that was deleted, and what a zone still has of it. */
export class PurgedAccount {
  /** Knowledge boxes and agents that are still there: the question is repeated until there are none. */
  left!: number;
}
