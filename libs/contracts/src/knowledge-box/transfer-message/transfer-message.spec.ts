import { refusals } from '../../validation/refused.fixture';
import { beyond, list, text } from '../../validation/requests.fixture';
import { validate } from '../../validation/validate';
import { ExportedMessage } from './transfer-message.dto';

const message = { ident: 'm1', content: { text: 'Hello' } };
const refused = (value: object) => refusals(ExportedMessage, value);

describe('a message in a file', () => {
  it('is a message or the ident of a deleted one, and never both', () => {
    expect(refused({ message })).toEqual([]);
    expect(refused({ deleted: 'm1' })).toEqual([]);
    for (const value of [{}, { message, deleted: 'm1' }, { message: null, deleted: null }])
      expect(refused(value)).toEqual([': Value error, it is either a message or deleted']);
  });

  it('has neither files nor faults, and is processed, unless it says otherwise', () => {
    expect(validate(ExportedMessage, { deleted: 'm1' })).toEqual({
      deleted: 'm1',
      attachments: [],
      errors: [],
      is_pending: false,
    });
  });

  it('names its files by their number in the file of the box', () => {
    const attached = (more: object) =>
      refused({ message, attachments: [{ binary: 0, filename: 'a.txt', content_type: 'text/plain', ...more }] });
    expect(attached({})).toEqual([]);
    expect(attached({ binary: -1 })).toEqual(['attachments.0.binary: Input should be greater than or equal to 0']);
    expect(attached({ filename: '' })).toHaveLength(1);
    expect(attached({ content_type: 'text' })).toHaveLength(1);
    const many = (size: number) => list(size, () => ({ binary: 0, filename: 'a', content_type: 'text/plain' }));
    expect(beyond(50, (size) => refused({ message, attachments: many(size) }))).toEqual([
      'attachments: List should have at most 50 items after validation, not 51',
    ]);
  });

  it('tells of faults with their kind and their weight', () => {
    const faulty = (more: object) => refused({ message, errors: [{ code: 1, severity: 'ERROR', text: 'x', ...more }] });
    expect(faulty({})).toEqual([]);
    expect(beyond(4, (code) => faulty({ code }))).toEqual(['errors.0.code: Input should be less than or equal to 4']);
    expect(faulty({ severity: 'FATAL' })).toEqual(["errors.0.severity: Input should be 'ERROR' or 'WARNING'"]);
  });

  it('has an ident of at most 128 characters when it is deleted, as messages have', () => {
    expect(beyond(128, (size) => refused({ deleted: text(size) }))).toEqual([
      'deleted: String should have at most 128 characters',
    ]);
    expect(beyond(128, (size) => refused({ message: { ...message, ident: text(size) } }))).toEqual([
      'message.ident: String should have at most 128 characters',
    ]);
  });
});
