import {
  type ScimAttributesQuery,
  type ScimHeaders,
  type ScimListQuery,
  type ScimPatch,
  type ScimTarget,
  type ScimUser,
  type ScimUserList,
  ScimUserPayload,
  scimError,
  wholeUser,
} from '@lectern/contracts/accounts';
import { type Principal, validate } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { People } from './people';
import { PeopleReader } from './people-reader';
import { patched, readPatch } from './scim-patch';

/** A request about one person. */
export interface PersonRequest {
  readonly params: ScimTarget;
  readonly headers: ScimHeaders;
  readonly query: ScimAttributesQuery;
  readonly principal: Principal;
}

/** Resources of a patched person must not be larger than those that are sent whole. */
const PERSON_CHARS_MAX = 131_072;

/** Provisions the people of an account for its identity provider. */
@Injectable()
export class ScimPeople {
  constructor(
    private readonly transactions: Transactions,
    private readonly people: People,
    private readonly reader: PeopleReader,
  ) {}

  /** @throws AppError `bad_request` */
  list(account: string, query: ScimListQuery, headers: ScimHeaders): Promise<ScimUserList> {
    return this.transactions.read((tx) => this.reader.list({ account, query, headers }, tx));
  }

  /** @throws AppError `not_found` */
  get(request: Omit<PersonRequest, 'principal'>): Promise<ScimUser> {
    return this.transactions.read((tx) => this.reader.get(request.params.id, viewOf(request), tx));
  }

  /** @throws AppError `bad_request`, `conflict`, `quota_exceeded` */
  create(
    { params, ...request }: Omit<PersonRequest, 'params'> & { readonly params: Pick<ScimTarget, 'account'> },
    payload: ScimUserPayload,
  ): Promise<ScimUser> {
    return this.transactions.run(async (tx) => {
      const id = await this.people.add(params.account, { payload, by: request.principal }, tx);
      return this.reader.get(id, { ...request, account: params.account }, tx);
    });
  }

  /** @throws AppError `bad_request`, `not_found`, `conflict`, `quota_exceeded` */
  replace(request: PersonRequest, payload: ScimUserPayload): Promise<ScimUser> {
    return this.change(request, async () => payload);
  }

  /** @throws AppError as `replace` */
  patch(request: PersonRequest, patch: ScimPatch): Promise<ScimUser> {
    const operations = readPatch(patch, wholeUser);
    return this.change(request, async (tx) => {
      const whole = { ...request, query: {} };
      const { id: _, meta: __, groups: ___, ...present } = await this.reader.get(request.params.id, viewOf(whole), tx);
      const changed = patched(present, operations);
      // Somebody else may be changing it.
      if (!operations.some(({ attribute }) => attribute.name === 'active')) delete changed['active'];
      if (JSON.stringify(changed).length > PERSON_CHARS_MAX)
        throw scimError('tooMany', `The attributes of a person have at most ${PERSON_CHARS_MAX} characters`);
      return validate(ScimUserPayload, changed, ['body']);
    });
  }

  /** @throws AppError `not_found`, `conflict` */
  async delete({ params, principal }: Pick<PersonRequest, 'params' | 'principal'>): Promise<null> {
    await this.transactions.run((tx) => this.people.remove(params, principal, tx));
    return null;
  }

  private change(
    request: PersonRequest,
    payloadOf: (tx: EntityManager) => Promise<ScimUserPayload>,
  ): Promise<ScimUser> {
    const { params, principal } = request;
    return this.transactions.run(async (tx) => {
      await this.people.lock(params.account, tx);
      // Nothing is changed of somebody who is not there.
      const { id } = await this.reader.get(params.id, viewOf(request), tx);
      await this.people.update({ account: params.account, id }, { payload: await payloadOf(tx), by: principal }, tx);
      return this.reader.get(id, viewOf(request), tx);
    });
  }
}

function viewOf({ params, headers, query }: Omit<PersonRequest, 'principal'>) {
  return { account: params.account, headers, query };
}
