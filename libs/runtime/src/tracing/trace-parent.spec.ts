import { traceParentOf } from './trace-parent';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

describe('the traceparent of a request', () => {
  it.each([
    [`00-${TRACE}-${SPAN}-01`, 1],
    [`00-${TRACE}-${SPAN}-00`, 0],
    [`cc-${TRACE}-${SPAN}-01-what-the-future-brings`, 1],
  ])('names a trace and a span, as %s', (header, traceFlags) => {
    expect(traceParentOf(header)).toEqual({ traceId: TRACE, spanId: SPAN, traceFlags });
  });

  it.each([
    undefined,
    '',
    TRACE,
    ['a'],
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE}-${SPAN}`,
    ` 00-${TRACE}-${SPAN}-01`,
    `01-${TRACE}-${SPAN}-01-${'x'.repeat(600)}`,
  ])('is left out where it is not valid, as %j', (header) => {
    expect(traceParentOf(header)).toBeUndefined();
  });
});
