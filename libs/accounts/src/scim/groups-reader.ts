import {
  type ScimAttributesQuery,
  scimError,
  type ScimGroup,
  type ScimGroupList,
  type ScimHeaders,
  type ScimListQuery,
  type ScimMember,
  scimSchema,
  wholeGroup,
} from '@lectern/contracts/accounts';
import { AppError, asUuid } from '@lectern/contracts/core';
import { SqlParameters } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { scimFilterSql } from './scim-filter-sql';
import { Projection } from './projection';
import { lookUpOf, listResponse, scimAddress, wantedPage } from './scim-page';

/** People in all groups of one page. */
const PAGE_MEMBERS_MAX = 50_000;

interface GroupRow {
  readonly document: ScimGroup & { readonly meta: { readonly created: string; readonly lastModified: string } };
}

/** How groups of an account are shown. */
export interface GroupsView {
  readonly account: string;
  readonly headers: ScimHeaders;
  readonly query: ScimAttributesQuery;
}

const DOCUMENT = `jsonb_strip_nulls(jsonb_build_object(
  'id', "g"."id",
  'displayName', "g"."name",
  'externalId', "g"."external_id",
  'meta', jsonb_build_object('resourceType', 'Group', 'created', "g"."created", 'lastModified', "g"."modified")))`;

const MEMBERS = `SELECT jsonb_build_object('value', "p"."user_id", 'type', 'User')
  FROM "account_group_people" "p" WHERE "p"."group_id" = "g"."id"`;

const resources = { attributes: wholeGroup, document: DOCUMENT, lists: { members: MEMBERS } };

/** Reads groups of accounts that came by SCIM, as its resources. */
@Injectable()
export class GroupsReader {
  /** By id. @throws AppError `bad_request` */
  async list(view: GroupsView & { readonly query: ScimListQuery }, tx: EntityManager): Promise<ScimGroupList> {
    const { account, query } = view;
    const { filter, startIndex, count } = wantedPage(query);
    const parameters = new SqlParameters();
    parameters.add(account);
    const found = lookUpOf(filter, ['displayname']);
    const name = found && `AND "g"."name_key" = ${parameters.add(String(found.compValue).toLowerCase())}::text`;
    const condition = filter ? scimFilterSql(filter, resources, parameters) : 'true';
    const from = `FROM "account_groups" "g"
      WHERE "g"."account_id" = $1 AND "g"."origin" = 'scim' ${name ?? ''} AND ${condition}`;
    const total = parameters.bind(`SELECT count(*)::int AS "count" ${from}`);
    const [counted]: { readonly count: number }[] = await tx.query(total.sql, [...total.values]);
    const page = `LIMIT ${count} OFFSET ${startIndex - 1}`;
    const some = parameters.bind(`SELECT ${DOCUMENT} AS "document" ${from} ORDER BY "g"."id" ${page}`);
    const rows: GroupRow[] = count === 0 ? [] : await tx.query(some.sql, [...some.values]);
    return listResponse(await this.shown(rows, view, tx), counted?.count ?? 0, startIndex);
  }

  /** @throws AppError `not_found`, also for a group of another account */
  async get(id: string, view: GroupsView, tx: EntityManager): Promise<ScimGroup> {
    const uuid = asUuid(id);
    const sql = `SELECT ${DOCUMENT} AS "document" FROM "account_groups" "g"
      WHERE "g"."account_id" = $1 AND "g"."origin" = 'scim' AND "g"."id" = $2`;
    const rows: GroupRow[] = uuid === undefined ? [] : await tx.query(sql, [view.account, uuid]);
    const [group] = await this.shown(rows, view, tx);
    if (!group) throw new AppError('not_found', `The account has no group with the id ${id}`);
    return group;
  }

  private async shown(
    rows: readonly GroupRow[],
    { account, headers, query }: GroupsView,
    tx: EntityManager,
  ): Promise<ScimGroup[]> {
    const projection = new Projection(query, wholeGroup);
    const ids = rows.map(({ document }) => document.id);
    const members = projection.has('members') && ids.length > 0 ? await membersByGroup(ids, tx) : undefined;
    const address = `${scimAddress(account, headers)}/Groups`;
    return rows.map(({ document: { meta, ...document } }) =>
      projection.of<ScimGroup>({
        ...document,
        schemas: [scimSchema.group],
        ...(members && { members: members.get(document.id) ?? [] }),
        meta: {
          ...meta,
          created: new Date(meta.created).toISOString(),
          lastModified: new Date(meta.lastModified).toISOString(),
          location: `${address}/${document.id}`,
        },
      }),
    );
  }
}

async function membersByGroup(ids: readonly string[], tx: EntityManager): Promise<ReadonlyMap<string, ScimMember[]>> {
  const rows: { readonly group_id: string; readonly id: string; readonly name: string }[] = await tx.query(
    `SELECT "p"."group_id", "u"."id", "u"."name"
    FROM "account_group_people" "p" JOIN "users" "u" ON "u"."id" = "p"."user_id"
    WHERE "p"."group_id" = ANY($1::uuid[]) ORDER BY "u"."id" LIMIT ${PAGE_MEMBERS_MAX + 1}`,
    [ids],
  );
  if (rows.length > PAGE_MEMBERS_MAX)
    throw scimError('tooMany', 'The groups have too many members: ask for fewer, or with excludedAttributes=members');
  const byGroup = Map.groupBy(rows, ({ group_id: id }) => id);
  const shown = [...byGroup].map(([id, people]) => {
    const members = people.map(({ id: value, name: display }) => ({ value, display, type: 'User' }));
    return [id, members] as const;
  });
  return new Map(shown);
}
