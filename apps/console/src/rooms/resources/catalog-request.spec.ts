import { catalogRequest } from './catalog-request';
import { listSearch } from './list-search';

describe('the request for a page of resources', () => {
  it('is for the newest ones without an address that says otherwise', () => {
    expect(catalogRequest({})).toEqual({
      sort: { field: 'created', order: 'desc' },
      page_number: 0,
      page_size: 50,
      show: ['basic', 'origin', 'errors', 'security'],
    });
  });

  it('joins all conditions', () => {
    const request = catalogRequest({ status: 'ERROR', kind: 'application/pdf', label: 'topics/a/b', page: 3 });
    expect(request).toMatchObject({
      page_number: 2,
      filter_expression: {
        resource: {
          and: [
            { prop: 'status', status: 'ERROR' },
            { prop: 'resource_mimetype', type: 'application', subtype: 'pdf' },
            { prop: 'label', labelset: 'topics', label: 'a/b' },
          ],
        },
      },
    });
  });

  it('takes a labelset without a label', () => {
    expect(catalogRequest({ label: 'topics' }).filter_expression?.resource.and).toEqual([
      { prop: 'label', labelset: 'topics' },
    ]);
  });
});

describe('an address of the table', () => {
  it('is read', () => {
    const search = { q: 'tides', status: 'ERROR', hidden: false, sort: 'title', order: 'asc', page: 2 };
    expect(listSearch(search)).toEqual(search);
  });

  it('is read without what is wrong in it', () => {
    expect(listSearch({ q: '', status: 'x', hidden: 'yes', sort: 'rank', order: 'up', page: -1 })).toEqual({});
  });

  it('may look for a number', () => {
    expect(listSearch({ q: 2025 })).toEqual({ q: '2025' });
  });
});
