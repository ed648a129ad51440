import {
  type ScimAttributesQuery,
  type ScimHeaders,
  type ScimListQuery,
  scimSchema,
  type ScimUser,
  type ScimUserList,
  wholeUser,
} from '@lectern/contracts/accounts';
import { AppError, asUuid } from '@lectern/contracts/core';
import { SqlParameters } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountGroupRepository } from '../group/account-group.repository';
import { scimFilterSql } from './scim-filter-sql';
import { Projection } from './projection';
import { lookUpOf, listResponse, scimAddress, wantedPage } from './scim-page';

interface PersonRow {
  readonly document: ScimUser & { readonly meta: { readonly created: string; readonly lastModified: string } };
}

/** How people of an account are shown. */
export interface PeopleView {
  readonly account: string;
  readonly headers: ScimHeaders;
  readonly query: ScimAttributesQuery;
}

/** Of members that no identity provider has sent, what is known otherwise. */
const DOCUMENT = `(
  coalesce("s"."attributes", jsonb_build_object(
    'displayName', "u"."name",
    'name', jsonb_build_object('formatted', "u"."name"),
    'emails', jsonb_build_array(jsonb_build_object('value', "u"."email", 'type', 'work', 'primary', true))))
  || jsonb_strip_nulls(jsonb_build_object(
    'id', "u"."id",
    'userName', coalesce("s"."user_name", "u"."email"),
    'externalId', "s"."external_id",
    'active', "m"."user_id" IS NOT NULL,
    'meta', jsonb_build_object(
      'resourceType', 'User',
      'created', coalesce("s"."created", "u"."created"),
      'lastModified', coalesce("s"."modified", "u"."created")))))`;

/** People whose access has ended are still people of the account. */
const PEOPLE = `SELECT "user_id" FROM "members" WHERE "account_id" = $1
  UNION SELECT "user_id" FROM "scim_people" WHERE "account_id" = $1`;

const GROUPS = `SELECT jsonb_build_object('value', "g"."id", 'display', "g"."name")
  FROM "account_group_people" "p" JOIN "account_groups" "g" ON "g"."id" = "p"."group_id"
  WHERE "p"."user_id" = "u"."id" AND "g"."account_id" = $1 AND "g"."origin" = 'scim'`;

const resources = { attributes: wholeUser, document: DOCUMENT, lists: { groups: GROUPS } };

/** Reads people of accounts as resources of SCIM. */
@Injectable()
export class PeopleReader {
  constructor(private readonly groups: AccountGroupRepository) {}

  /** By id. @throws AppError `bad_request` */
  async list(view: PeopleView & { readonly query: ScimListQuery }, tx: EntityManager): Promise<ScimUserList> {
    const { account, query } = view;
    const { filter, startIndex, count } = wantedPage(query);
    const parameters = new SqlParameters();
    parameters.add(account);
    const found = lookUpOf(filter, ['id', 'username', 'externalid']);
    const candidates = found ? lookUpSql(found.attrPath, String(found.compValue), parameters) : PEOPLE;
    const from = fromSql(candidates, filter ? scimFilterSql(filter, resources, parameters) : 'true');
    const total = parameters.bind(`SELECT count(*)::int AS "count" ${from}`);
    const [counted]: { readonly count: number }[] = await tx.query(total.sql, [...total.values]);
    const page = `LIMIT ${count} OFFSET ${startIndex - 1}`;
    const some = parameters.bind(`SELECT ${DOCUMENT} AS "document" ${from} ORDER BY "u"."id" ${page}`);
    const rows: PersonRow[] = count === 0 ? [] : await tx.query(some.sql, [...some.values]);
    return listResponse(await this.shown(rows, view, tx), counted?.count ?? 0, startIndex);
  }

  /** @throws AppError `not_found`, also for somebody of another account */
  async get(id: string, view: PeopleView, tx: EntityManager): Promise<ScimUser> {
    const uuid = asUuid(id);
    const from = fromSql(PEOPLE, '"u"."id" = $2');
    const rows: PersonRow[] =
      uuid === undefined ? [] : await tx.query(`SELECT ${DOCUMENT} AS "document" ${from}`, [view.account, uuid]);
    const [person] = await this.shown(rows, view, tx);
    if (!person) throw new AppError('not_found', `The account has no person with the id ${id}`);
    return person;
  }

  private async shown(
    rows: readonly PersonRow[],
    { account, headers, query }: PeopleView,
    tx: EntityManager,
  ): Promise<ScimUser[]> {
    const projection = new Projection(query, wholeUser);
    const ids = rows.map(({ document }) => document.id);
    const groups = projection.has('groups') && ids.length > 0 ? await this.groups.ofUsers(account, ids, tx) : undefined;
    const address = `${scimAddress(account, headers)}/Users`;
    return rows.map(({ document: { meta, ...document } }) =>
      projection.of<ScimUser>({
        ...document,
        schemas: schemasOf(document),
        ...(groups?.has(document.id) && { groups: groups.get(document.id) }),
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

function fromSql(candidates: string, condition: string): string {
  return `FROM (${candidates}) "c" JOIN "users" "u" ON "u"."id" = "c"."user_id"
    LEFT JOIN "members" "m" ON "m"."user_id" = "u"."id" AND "m"."account_id" = $1
    LEFT JOIN "scim_people" "s" ON "s"."user_id" = "u"."id" AND "s"."account_id" = $1
    WHERE ${condition}`;
}

function lookUpSql(attribute: string, value: string, parameters: SqlParameters): string {
  const lower = attribute.toLowerCase();
  if (lower === 'id') {
    const id = parameters.add(asUuid(value) ?? null);
    return `SELECT * FROM (${PEOPLE}) "all" WHERE "user_id" = ${id}::uuid`;
  }
  const own = `SELECT "user_id" FROM "scim_people" WHERE "account_id" = $1`;
  if (lower === 'externalid') return `${own} AND "external_id" = ${parameters.add(value)}::text`;
  const name = `${parameters.add(value.toLowerCase())}::text`;
  return `${own} AND "user_name_key" = ${name} UNION
    SELECT "m"."user_id" FROM "users" "u" JOIN "members" "m" ON "m"."user_id" = "u"."id" AND "m"."account_id" = $1
    WHERE "u"."email" = ${name}`;
}

function schemasOf(document: object): readonly string[] {
  const { user, enterpriseUser } = scimSchema;
  return enterpriseUser in document ? [user, enterpriseUser] : [user];
}
