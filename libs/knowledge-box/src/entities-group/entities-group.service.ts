import { AppError, type Principal, visibilityOfReads } from '@lectern/contracts/core';
import {
  ENTITIES_PER_GROUP_MAX,
  type EntitiesGroup,
  type EntitiesGroups,
  type EntitiesGroupsQuery,
  type EntitiesGroupTarget,
  type EntityRename,
} from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { findEntityRenames } from '@lectern/resource-store';
import { EntityRepository } from './entity.repository';
import { Cache } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';

const GROUPS_MAX = 100;

/** Entities mentioned in the content of knowledge boxes, by type. */
@Injectable()
export class EntitiesGroupService {
  /** Scanning a large box takes seconds, so concurrent callers share the result. */
  private readonly names = new Cache<readonly string[]>({ name: 'entities', entriesMax: 100, ttlMs: 1_000 });

  constructor(
    private readonly transactions: Transactions,
    private readonly entities: EntityRepository,
  ) {}

  /** @throws AppError `bad_request`, `deadline_exceeded` */
  async list(kbid: string, { show_entities }: EntitiesGroupsQuery, principal: Principal): Promise<EntitiesGroups> {
    if (show_entities)
      throw new AppError('bad_request', 'show_entities is not supported: get the entities of one group instead');
    const visibility = visibilityOfReads(principal);
    const types = await this.names.get(JSON.stringify([kbid, visibility]), () =>
      this.transactions.run((tx) => this.entities.listTypes({ kbid, visibility, limit: GROUPS_MAX }, tx)),
    );
    return { uuid: kbid, groups: Object.fromEntries(types.map((type) => [type, groupOf(type, [])])) };
  }

  /** @throws AppError `not_found`, `deadline_exceeded` */
  async get({ kbid, group: type }: EntitiesGroupTarget, principal: Principal): Promise<EntitiesGroup> {
    const visibility = visibilityOfReads(principal);
    const scope = { kbid, visibility, limit: ENTITIES_PER_GROUP_MAX };
    const { renames, revision } = await this.transactions.read((tx) => findEntityRenames(kbid, tx));
    const names = await this.names.get(JSON.stringify([kbid, visibility, type, revision]), () =>
      this.transactions.run((tx) => this.entities.list(type, scope, tx)),
    );
    if (names.length === 0) throw new AppError('not_found', `Entities group '${type}' does not exist`);
    // Names that others replace may come from any resource: only callers who see all of them get these names.
    const seesAll = visibility.hidden && !visibility.groups;
    return groupOf(type, names, seesAll ? renames.filter(({ group }) => group === type) : []);
  }
}

function groupOf(type: string, names: readonly string[], renames: readonly EntityRename[] = []): EntitiesGroup {
  const replaced = Map.groupBy(renames, ({ to }) => to);
  const entities = Object.fromEntries(
    names.map((value) => {
      const represents = (replaced.get(value) ?? []).map(({ from }) => from);
      return [value, { value, merged: false, represents }];
    }),
  );
  return { title: type, color: 'blue', custom: false, entities };
}
