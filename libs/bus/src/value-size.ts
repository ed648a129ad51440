/** Result of walking through a value. */
export interface ValueSize {
  /**
   * Lower bound of its size on a wire: strings count their characters, typed arrays their bytes. Exact enough for a
   * limit, at a tenth of the cost of serialising.
   */
  readonly bytes: number;
  /** Whether it contains objects that can be changed even when frozen: typed arrays, maps and the like. */
  readonly canChange: boolean;
}

/** @throws DOMException `DataCloneError` for what cannot be sent: functions and symbols */
export function messageSize(value: unknown): ValueSize {
  const look = { bytes: 0, canChange: false };
  addSize(value, look);
  return look;
}

/** @throws DOMException as `messageSize` */
export function approximateBytes(value: unknown): number {
  return messageSize(value).bytes;
}

interface Look {
  bytes: number;
  canChange: boolean;
}

function addSize(value: unknown, look: Look): void {
  switch (typeof value) {
    case 'string':
      look.bytes += value.length + 4;
      return;
    case 'object':
      if (value === null) look.bytes += 8;
      else if (Array.isArray(value)) addItems(value, look);
      else addObject(value, look);
      return;
    case 'function':
    case 'symbol':
      throw new DOMException(`${String(value)} could not be sent`, 'DataCloneError');
    default:
      look.bytes += 8;
  }
}

function addObject(value: object, look: Look): void {
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
    look.canChange = true;
    look.bytes += value.byteLength + 8;
  } else if (value instanceof Set || value instanceof Map) {
    look.canChange = true;
    addItems(value.keys(), look);
    if (value instanceof Map) addItems(value.values(), look);
  } else {
    look.bytes += 4;
    for (const name of Object.keys(value)) {
      look.bytes += name.length + 4;
      // Own members of any object can be read by their names.
      addSize((value as Readonly<Record<string, unknown>>)[name], look);
    }
  }
}

function addItems(items: Iterable<unknown>, look: Look): void {
  look.bytes += 4;
  for (const item of items) addSize(item, look);
}
