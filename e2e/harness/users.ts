import type { KnowledgeBoxRole } from '@lectern/contracts/core';
import { updateKnowledgeBoxUsers } from '@lectern/contracts/knowledge-box';
import { tokenHash } from '@lectern/secrets';
import { randomUUID } from 'node:crypto';
import type { KnowledgeBoxClient } from './client';
import { asCaller, bearer, type Credential } from './credentials';
import { inDatabase } from './database';
import type { Deployment } from './deployment';
import { deploymentOf, type Mode } from './modes';

export interface User {
  readonly id: string;
  readonly email: string;
  readonly credential: Credential;
}

/** A user without a role anywhere, written into the database: no operation creates one. */
export function newUser(mode: Mode): Promise<User> {
  return newUserOf(deploymentOf(mode));
}

/** The same in a deployment of its own. */
export async function newUserOf({ folder }: Pick<Deployment, 'folder'>): Promise<User> {
  const [id, token] = [randomUUID(), randomUUID()];
  const email = `${id}@example.org`;
  await inDatabase(folder, async (database) => {
    await database.query(
      `insert into accounts.users (id, email, name, type, language, disabled, created)
        values ($1, $2, 'Ada', 'USER', 'EN', false, now())`,
      [id, email],
    );
    await database.query(
      `insert into accounts.personal_tokens (id, user_id, description, hash, kept_until_used, created)
        values (gen_random_uuid(), $1, 'of tests', $2, false, now())`,
      [id, tokenHash(token)],
    );
  });
  return { id, email, credential: bearer(token) };
}

/** The same box for a new user, with this role on it or with none. */
export async function asUser(mode: Mode, kb: KnowledgeBoxClient, role?: KnowledgeBoxRole): Promise<KnowledgeBoxClient> {
  const { id, credential } = await newUser(mode);
  if (role) await kb.api(updateKnowledgeBoxUsers, { body: { add: [{ id, role }] } });
  return asCaller(kb, credential);
}

/** The id of an account without members, written into the database: no operation creates one. */
export async function newAccount(mode: Mode): Promise<string> {
  const id = randomUUID();
  await inDatabase(deploymentOf(mode).folder, async (database) => {
    await database.query(
      `insert into accounts.accounts (id, slug, title, type, workflow, eula_accepted, created)
        values ($1, $2, 'Another account', 'stash-enterprise', 'classic', true, now())`,
      [id, `account-${id}`],
    );
  });
  return id;
}
