import { notificationOf } from './notification';

const reference = { kbid: 'a', rid: 'b' };
const resource = { title: 'Moon', seqid: 7 };
const data = { resource_uuid: 'b', resource_title: 'Moon', seqid: 7 };

describe('a notification', () => {
  it.each([
    ['created', 'created'],
    ['modified', 'modified'],
    ['reprocessed', 'modified'],
    ['deleted', 'deleted'],
  ] as const)('says of a resource that is %s that it is %s', (kind, operation) => {
    expect(notificationOf({ ...reference, step: 'written', kind }, resource)).toEqual({
      type: 'resource_written',
      data: { ...data, operation, error: false },
    });
  });

  it('says of a processed resource whether a field has errors', () => {
    expect(notificationOf({ ...reference, step: 'processed', errors: true }, resource)).toEqual({
      type: 'resource_processed',
      data: { ...data, ingestion_succeeded: true, processing_errors: true },
    });
  });

  it('says of an indexed resource no more than which it is', () => {
    expect(notificationOf({ ...reference, step: 'indexed' }, resource)).toEqual({ type: 'resource_indexed', data });
  });

  it('is none of what is gone or not to be seen', () => {
    expect(notificationOf({ ...reference, step: 'indexed' }, undefined)).toBeUndefined();
  });
});
