import type { FieldError, FieldStatus } from '@lectern/contracts/knowledge-box';
import fc from 'fast-check';
import { fieldStatus, resourceStatus, type StatusOfField } from './resource-status';

const error = (severity: FieldError['severity'], code = 1): FieldError => ({
  body: 'It failed',
  code,
  code_str: 'EXTRACT',
  created: '2024-01-01T00:00:00',
  severity,
});
const field = (status: FieldStatus, members: Partial<StatusOfField> = {}): StatusOfField => ({
  status,
  errors: [],
  empty: false,
  ...members,
});
const failed = field('ERROR', { errors: [error('ERROR')] });
const expired = field('ERROR', { errors: [{ ...error('ERROR', 2), expired: true }] });
const blocked = field('ERROR', { errors: [{ ...error('ERROR', 2), blocked: true }] });
const augmentation = field('ERROR', { errors: [error('ERROR', 3)] });
const blank = field('PROCESSED', { empty: true });

const fields = fc.array(
  fc.record({
    status: fc.constantFrom<FieldStatus>('PENDING', 'PROCESSED', 'ERROR'),
    errors: fc.array(
      fc.tuple(fc.constantFrom('ERROR' as const, 'WARNING' as const), fc.nat(4)).map((parts) => error(...parts)),
      { maxLength: 2 },
    ),
    empty: fc.boolean(),
  }),
  { maxLength: 5 },
);

describe('the status of a resource', () => {
  it.each<[string, readonly StatusOfField[], string]>([
    ['is PROCESSED without fields', [], 'PROCESSED'],
    ['is PROCESSED when all are', [field('PROCESSED'), blank], 'PROCESSED'],
    ['is PENDING while one is, whatever failed', [failed, field('PENDING')], 'PENDING'],
    ['is ERROR when one failed', [field('PROCESSED'), failed], 'ERROR'],
    ['is EMPTY when no field has text', [blank, blank], 'EMPTY'],
    ['is ERROR rather than EMPTY', [blank, { ...failed, empty: true }], 'ERROR'],
    ['is EXPIRED when processing only waited too long', [field('PROCESSED'), expired], 'EXPIRED'],
    ['is ERROR rather than EXPIRED', [expired, failed], 'ERROR'],
    ['is BLOCKED when one is, whatever failed', [field('PROCESSED'), expired, failed, blocked], 'BLOCKED'],
    ['is PENDING rather than BLOCKED', [blocked, field('PENDING')], 'PENDING'],
    ['does not suffer from what only augments', [field('PROCESSED'), augmentation], 'PROCESSED'],
    ['does not suffer from warnings', [field('PROCESSED', { errors: [error('WARNING')] })], 'PROCESSED'],
  ])('%s', (_, given, status) => {
    expect(resourceStatus(given)).toBe(status);
  });

  it('does not depend on the order of its fields', () => {
    fc.assert(
      fc.property(fields, fc.nat(), (given, seed) => {
        const cut = given.length === 0 ? 0 : seed % given.length;
        expect(resourceStatus([...given.slice(cut), ...given.slice(0, cut)].reverse())).toBe(resourceStatus(given));
      }),
    );
  });

  it('is PENDING exactly while a field is', () => {
    fc.assert(
      fc.property(fields, (given) => {
        expect(resourceStatus(given) === 'PENDING').toBe(given.some(({ status }) => status === 'PENDING'));
      }),
    );
  });
});

describe('the status of a field', () => {
  it('is ERROR when one of its errors is more than a warning', () => {
    fc.assert(
      fc.property(fields, (given) => {
        for (const { errors } of given) {
          const isFailed = errors.some(({ severity }) => severity !== 'WARNING');
          expect(fieldStatus(errors)).toBe(isFailed ? 'ERROR' : 'PROCESSED');
        }
      }),
    );
  });
});
