import { parse } from 'protobufjs';
import { readTrainsetMessage } from './trainset-message';

const { root } = parse(`
  syntax = "proto3";
  message Filter {
    repeated string labels = 1; repeated string paths = 2; repeated string rids = 3; repeated string tags = 4;
    repeated string icons = 5; repeated string metadata = 6; repeated string entities = 7; repeated string fields = 8;
    repeated string status = 9; string later = 10;
  }
  message TrainSet {
    int32 type = 1; Filter filter = 2; int32 batch_size = 3; bool exclude_text = 4; double later = 5;
  }
`);
const type = root.lookupType('TrainSet');
const encoded = (value: object) => type.encode(type.fromObject(value)).finish();

describe('a TrainSet message', () => {
  it('has a type, lists, a size of batches and a flag', () => {
    const filter = {
      labels: ['a', 'b/c'],
      paths: ['p'],
      rids: ['r'],
      tags: ['t'],
      icons: ['text/plain'],
      metadata: ['k/v'],
      entities: ['PERSON'],
      fields: ['t/body'],
      status: ['PROCESSED'],
    };
    expect(readTrainsetMessage(encoded({ type: 7, filter, batchSize: 3, excludeText: true }))).toEqual({
      type: 7,
      filter,
      batch_size: 3,
      exclude_text: true,
    });
  });

  it('means type 0 and batches of 50 when it is empty', () => {
    const empty = { type: 0, filter: {}, batch_size: 50, exclude_text: false };
    expect(readTrainsetMessage(new Uint8Array())).toEqual(empty);
  });

  it('may have fields that are not known', () => {
    const message = encoded({ type: 5, later: 1.5, filter: { later: 'x', tags: ['t'] } });
    expect(readTrainsetMessage(message)).toMatchObject({ type: 5, filter: { tags: ['t'] } });
  });

  it.each([
    ['a number that does not end', [0xff, 0xff]],
    ['a list that is longer than the message', [18, 40, 10, 1]],
    ['a text that is cut off', [18, 3, 10, 9, 97]],
  ])('is refused with %s', (_, bytes) => {
    expect(() => readTrainsetMessage(Uint8Array.from(bytes))).toThrow('The body is no TrainSet message');
  });
});
