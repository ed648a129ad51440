import type { ProcessingError, UnderstoodField } from '@lectern/contracts/understanding';
import type { FieldState } from '@lectern/resource-store';
import fc from 'fast-check';
import { resourceRow } from '../../../resource-store/fixtures/resource-row';
import { understood } from '../../../resource-store/fixtures/extracted';
import type { FieldOutcome } from './field-understanding';
import { type FieldFailure, isUnsettled, settle, type Unsettled } from './settle';

const KBID = 'bbbbbbbb-0000-4000-8000-000000000001';
const RID = '0'.repeat(32);
const now = new Date(Date.UTC(2024, 0, 2, 3, 4, 5));
const PROCESS = 2;

const pending = (members: Partial<FieldState> = {}): FieldState => ({
  kbid: KBID,
  rid: RID,
  letter: 't',
  id: 'body',
  seqid: 5,
  contentSeqid: 5,
  status: 'PENDING',
  errors: [],
  sealedPassword: null,
  file: null,
  ...members,
});
const outcome = (
  { letter, id, seqid }: Pick<FieldState, 'letter' | 'id' | 'seqid'>,
  { isEmpty = false, ...found }: Partial<UnderstoodField> & { readonly isEmpty?: boolean } = {},
): FieldOutcome => ({
  field: { kbid: KBID, rid: RID, letter, id, seqid },
  understood: { ...understood, ...found },
  isEmpty,
});
const failure = (field: FieldState, members: Partial<FieldFailure> = {}): FieldFailure => ({
  field,
  reason: 'the provider is away',
  ...members,
});
const broken: ProcessingError = { code: 1, severity: 'ERROR', text: 'The file is encrypted' };
const settled = (members: Partial<Unsettled>) =>
  settle({
    resource: resourceRow(KBID, RID, { status: 'PENDING' }),
    fields: [],
    outcomes: [],
    isPut: true,
    now,
    ...members,
  });

describe('what becomes of a field', () => {
  it('that was understood: it is processed, and what was found is kept', () => {
    const field = pending();
    const own = outcome(field);
    const { ended, found, resource, isComplete, isChanged } = settled({ fields: [field], outcomes: [own] });
    expect(ended).toEqual([expect.objectContaining({ id: 'body', seqid: 5, status: 'PROCESSED', errors: [] })]);
    expect([found, resource.status, isComplete, isChanged]).toEqual([[own], 'PROCESSED', true, true]);
  });

  it('that was tried in an earlier version: nothing', () => {
    const field = pending();
    const old = { ...field, seqid: 4 };
    const { ended, found, resource } = settled({
      fields: [field],
      outcomes: [outcome(old)],
      failures: [failure(old)],
    });
    expect([ended, found, resource.status]).toEqual([[], [], 'PENDING']);
  });

  it('that is settled: nothing, unless processing itself had failed', () => {
    const done = pending({ status: 'PROCESSED' });
    expect(settled({ fields: [done], outcomes: [outcome(done)] })).toMatchObject({ ended: [], found: [] });
    const gaveUp = settled({ fields: [pending()], failures: [failure(pending())] }).ended[0];
    const again = pending({ status: 'ERROR', errors: gaveUp?.errors });
    expect(isUnsettled(again)).toBe(true);
    expect(settled({ fields: [again], outcomes: [outcome(again)] }).ended).toMatchObject([{ status: 'PROCESSED' }]);
  });

  it('that failed and is tried again: it waits, and says why', () => {
    const field = pending();
    const { ended, resource } = settled({
      fields: [field],
      failures: [failure(field, { attempt: 1, attemptsMax: 3 })],
    });
    const [error] = ended[0]?.errors ?? [];
    expect([ended[0]?.status, resource.status]).toEqual(['PENDING', 'PENDING']);
    expect(error).toMatchObject({ code: PROCESS, severity: 'WARNING', created: '2024-01-02T03:04:05' });
    expect(error?.body).toMatch('Attempt 1 of 3 failed at 2024-01-02T03:04:05: the provider is away');
  });

  it.each([{}, { attempt: 3, attemptsMax: 3 }])('that failed for the last time, %j: it is an error', (attempt) => {
    const field = pending();
    const { ended, resource, isComplete } = settled({ fields: [field], failures: [failure(field, attempt)] });
    expect(ended).toMatchObject([{ status: 'ERROR', errors: [{ code: PROCESS, severity: 'ERROR' }] }]);
    expect(ended[0]?.errors[0]?.body).toMatch('Processing was given up: the provider is away');
    expect([resource.status, isComplete]).toEqual(['ERROR', true]);
  });

  it('that was understood in the end: its failure does not count', () => {
    const field = pending();
    expect(settled({ fields: [field], outcomes: [outcome(field)], failures: [failure(field)] }).ended).toMatchObject([
      { status: 'PROCESSED', errors: [] },
    ]);
  });

  it('keeps its password only while the file is not open', () => {
    const field = pending({ letter: 'f', sealedPassword: 'sealed' });
    const passwordAfter = (errors: ProcessingError[]) =>
      settled({ fields: [field], outcomes: [outcome(field, { errors })] }).ended[0]?.sealedPassword;
    expect(passwordAfter([])).toBeNull();
    expect(passwordAfter([{ ...broken, severity: 'WARNING' }])).toBeNull();
    expect(passwordAfter([broken])).toEqual(field.sealedPassword);
  });

  it('has a bounded list of errors', () => {
    const field = pending();
    const errors = Array.from({ length: 1_000 }, () => broken);
    expect(settled({ fields: [field], outcomes: [outcome(field, { errors })] }).ended[0]?.errors).toHaveLength(300);
  });
});

describe('the text of a file that cannot be read any more', () => {
  const read = { seqid: 4, understood, isEmpty: false };
  const kept = (members: Partial<FieldState>, errors = [broken], isEmpty = true) => {
    const field = pending({ letter: 'f', seqid: 6, contentSeqid: 3, found: read, ...members });
    return settled({ fields: [field], outcomes: [outcome(field, { errors, isEmpty })] }).found.length === 0;
  };

  it('is kept while the file is the same', () => {
    expect(kept({})).toBe(true);
  });

  it('gives way to another file, and to whatever was read', () => {
    expect(kept({ contentSeqid: 5 })).toBe(false);
    expect(kept({}, [])).toBe(false);
    expect(kept({}, [{ ...broken, severity: 'WARNING' }])).toBe(false);
    expect(kept({}, [broken], false)).toBe(false);
    expect(kept({ found: undefined })).toBe(false);
    expect(kept({ found: { ...read, isEmpty: true } })).toBe(false);
  });

  it('still counts as text of the resource', () => {
    const field = pending({ letter: 'f', seqid: 6, contentSeqid: 3, found: read });
    const { resource, hasMore } = settled({
      fields: [field],
      outcomes: [outcome(field, { errors: [{ ...broken, code: 3 }], isEmpty: true })],
    });
    expect([resource.status, hasMore]).toEqual(['PROCESSED', true]);
  });
});

describe('what becomes of a resource', () => {
  it('is pending until its texts are in the index', () => {
    const fields = [pending({ status: 'PROCESSED' })];
    expect(settled({ fields, isPut: undefined })).toMatchObject({ resource: { status: 'PENDING' }, isComplete: true });
  });

  it('is nothing where nothing was found', () => {
    const resource = resourceRow(KBID, RID);
    const fields = [pending({ status: 'PROCESSED', found: { seqid: 5, understood, isEmpty: false } })];
    expect(settled({ resource, fields })).toMatchObject({ isChanged: false, ended: [], found: [], hasMore: true });
  });

  it('learns from fields whose content is the one that was understood', () => {
    const resource = resourceRow(KBID, RID, { language: '' });
    const languageOf = (contentSeqid: number) =>
      settled({
        resource,
        fields: [pending({ status: 'PROCESSED', contentSeqid, found: { seqid: 5, understood, isEmpty: false } })],
      }).resource.language;
    expect([languageOf(5), languageOf(6)]).toEqual(['en', '']);
  });
});

const states: fc.Arbitrary<readonly FieldState[]> = fc
  .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 })
  .chain((ids) =>
    fc.tuple(
      ...ids.map((id) =>
        fc
          .record({
            status: fc.constantFrom('PENDING' as const, 'PROCESSED' as const, 'ERROR' as const),
            seqid: fc.integer({ min: 3, max: 5 }),
            contentSeqid: fc.integer({ min: 1, max: 3 }),
            found: fc.option(
              fc.record({ seqid: fc.nat(5), understood: fc.constant(understood), isEmpty: fc.boolean() }),
              {
                nil: undefined,
              },
            ),
          })
          .map((members) => pending({ id, ...members })),
      ),
    ),
  );
const outcomesOf = (fields: readonly FieldState[]) =>
  fc
    .array(
      fc.record({
        i: fc.nat(3),
        seqid: fc.integer({ min: 3, max: 5 }),
        isEmpty: fc.boolean(),
        errors: fc.constantFrom([], [broken]),
      }),
      { maxLength: 4 },
    )
    .map((all) =>
      all.flatMap(({ i, seqid, ...found }) => {
        const field = fields[i];
        return field ? [outcome({ ...field, seqid }, found)] : [];
      }),
    );
const scenes = states.chain((fields) =>
  fc.record({ fields: fc.constant(fields), outcomes: outcomesOf(fields), isPut: fc.boolean() }),
);
const keyOf = ({ letter, id, seqid }: Pick<FieldState, 'letter' | 'id' | 'seqid'>) => `${letter}/${id}/${seqid}`;

describe('settling, whatever was found', () => {
  it('ends only fields that were unsettled, in the version that was tried, each once', () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const { ended, found } = settled(scene);
        const open = new Set(scene.fields.filter(isUnsettled).map(keyOf));
        const tried = new Set(scene.outcomes.map(({ field }) => keyOf(field)));
        const keys = ended.map(keyOf);
        expect(keys.every((one) => open.has(one) && tried.has(one))).toBe(true);
        expect(new Set(keys).size).toBe(keys.length);
        expect(found.every(({ field }) => keys.includes(keyOf(field)))).toBe(true);
      }),
    );
  });

  it('never says that a resource is done while a field waits or its texts are not in the index', () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const { resource, ended, isComplete } = settled(scene);
        const statuses = new Map(ended.map(({ id, status }) => [id, status]));
        const waits = scene.fields.some(({ id, status }) => (statuses.get(id) ?? status) === 'PENDING');
        expect(isComplete).toBe(!waits);
        expect(resource.status === 'PENDING').toBe(waits || !scene.isPut);
      }),
    );
  });

  it('never replaces text of the same content by the nothing of a failure', () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        for (const { field, isEmpty, understood: own } of settled(scene).found) {
          const before = scene.fields.find(({ id }) => id === field.id);
          const had = before?.found && !before.found.isEmpty && before.found.seqid >= before.contentSeqid;
          expect(had && isEmpty && own.errors.length > 0).not.toBe(true);
        }
      }),
    );
  });

  it('is over when it was done: the same again changes nothing', () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const first = settled(scene);
        const ends = new Map(first.ended.map((end) => [end.id, end]));
        const fields = scene.fields.map((field) => ({ ...field, ...ends.get(field.id) }));
        expect(settled({ ...scene, fields }).ended).toEqual([]);
      }),
    );
  });
});
