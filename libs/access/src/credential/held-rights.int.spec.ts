import { randomUUID } from 'node:crypto';
import { systemPrincipal } from '@lectern/contracts/core';
import {
  deleteServiceAccountKey,
  type HeldRightQuery,
  readHeldRight,
  updateKnowledgeBoxUsers,
} from '@lectern/contracts/knowledge-box';
import { account, as, livingTokens, member, owner, refusalOf } from '../../../resource-store/fixtures/zone-process';
import { Zone } from '../../fixtures/zone';

let zone: Zone;
beforeAll(async () => {
  zone = await Zone.start();
});
afterAll(() => zone.stop());

const held = async (query: HeldRightQuery) =>
  (await zone.bus.request(readHeldRight, { body: query }, as(systemPrincipal))).role;
const ofUser = (kbid: string, { id, key = '' }: typeof owner) => held({ kbid, kind: 'pat', id, key });

describe('the right that a holder of a credential still has', () => {
  it('is the role of an API key, on its own box and until it is deleted', async () => {
    const [kbid, other] = [await zone.newBox(), await zone.newBox()];
    const { id: key, serviceAccount: id } = await zone.newKey(kbid, { role: 'SOWNER' });
    const query = { kbid, kind: 'sa', id, key } as const;
    expect(await held(query)).toBe('SOWNER');
    expect(await held({ ...query, kbid: other })).toBeNull();
    expect(await held({ ...query, key: randomUUID() })).toBeNull();
    const params = { account, kbid, service_account_id: id, key_id: key };
    await zone.bus.request(deleteServiceAccountKey, { params }, as(owner));
    expect(await held(query)).toBeNull();
  });

  it('ends when an API key expires', async () => {
    const kbid = await zone.newBox();
    const expires = Math.floor(Date.now() / 1_000) + 2;
    const { id: key, serviceAccount: id } = await zone.newKey(kbid, { role: 'SOWNER', expires });
    expect(await held({ kbid, kind: 'sa', id, key })).toBe('SOWNER');
    await new Promise((resolve) => setTimeout(resolve, expires * 1_000 - Date.now() + 50));
    expect(await held({ kbid, kind: 'sa', id, key })).toBeNull();
  });

  it('is the role that a user has now', async () => {
    const kbid = await zone.newBox();
    expect(await ofUser(kbid, owner)).toBe('SOWNER');
    expect(await ofUser(kbid, member)).toBeNull();
    const change = async (body: object) => {
      const whole = { add: [], update: [], delete: [], ...body };
      await zone.bus.request(updateKnowledgeBoxUsers, { params: { account, kbid }, body: whole }, as(owner));
    };
    await change({ add: [{ id: member.id, role: 'SMEMBER' }] });
    expect(await ofUser(kbid, member)).toBe('SMEMBER');
    await change({ update: [{ id: member.id, role: 'SOWNER' }] });
    expect(await ofUser(kbid, member)).toBe('SOWNER');
    await change({ delete: [member.id] });
    expect(await ofUser(kbid, member)).toBeNull();
  });

  it('is none when the user or the token is gone', async () => {
    const kbid = await zone.newBox();
    livingTokens.delete(String(owner.key));
    const right = await ofUser(kbid, owner);
    livingTokens.add(String(owner.key));
    expect(right).toBeNull();
  });

  it('cannot be read of a box that is gone', async () => {
    const kbid = await zone.newBox();
    await zone.deleteBox(kbid);
    expect(await refusalOf(ofUser(kbid, owner))).toMatch(/^knowledge_box_not_found|^not_found/);
  });
});
