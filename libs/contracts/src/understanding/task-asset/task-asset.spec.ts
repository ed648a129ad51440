import { membersOf } from '../../validation/answers.fixture';
import { conductOf, faults, routesOf } from '../../validation/requests.fixture';
import * as assets from './task-asset.operations';

const operations = Object.values(assets).flatMap((one) => ('summary' in one ? [one] : []));
const file = `${__dirname}/task-asset.dto.ts`;
const path = { kbid: 'f312ad155fdb40f3a6a1ec26e0617070', asset_id: '4ff5e06c-d43f-4ccc-82eb-8cf1c202b212' };

describe('reports of tasks', () => {
  it('are for readers and NUA keys of the account; their files for whoever has the address', () => {
    const reads = '200 json; READER of kb; nua sa user pat';
    expect(routesOf(...operations)).toEqual({
      'GET /kb/{kbid}/assets': reads,
      'GET /kb/{kbid}/assets/{asset_id}': reads,
      'GET /kb/{kbid}/assets/{asset_id}/file': '200 binary; any of nothing; none',
    });
    expect(Object.values(conductOf(...operations))).toEqual(['15 s', '15 s', '15 s']);
  });

  it('have addresses with a time and a signature', () => {
    const fetched = (query: object) => faults(assets.fetchTaskAsset, { path, query });
    expect(fetched({ expires: '1790000000', signature: 'a'.repeat(43) })).toEqual([]);
    expect(fetched({ expires: 'soon', signature: 'a' })).toHaveLength(2);
    expect(fetched({})).toHaveLength(2);
  });

  it('are listed without their content', () => {
    expect(membersOf(file, 'TaskAsset')).toBe('id, task_id, task_name, kbid, account_id, created_at, content_type');
    expect(membersOf(file, 'TaskAssetAddress')).toBe('url');
  });
});
