import { type MessageMember, membersOf } from '@lectern/contracts/messages';
import { variableNumber } from './snappy';

const MEMBERS_MAX = 1_000_000;

/** Members of a message, up to the first that is broken. */
function* soundMembersOf(message: Uint8Array): Generator<MessageMember> {
  const members = membersOf(message);
  for (let left = MEMBERS_MAX; left > 0; left -= 1) {
    const next = decodedOrNothing(() => members.next());
    if (!next || next.done) return;
    yield next.value;
  }
}

function decodedOrNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Of an object: its message with a type and a size. */
const [INFO_MEMBER, TYPE_MEMBER, SIZE_MEMBER] = [2, 1, 3];
/** Types of messages that hold text, and the members that lead to it. */
const BODY_TEXT = new Set([2_001, 2_005]);
const TABLE_STRINGS = 6_005;
const BODY_MEMBER = 3;
const ENTRIES_MEMBER = 3;
const ENTRY_TEXT_MEMBER = 3;

/** Texts of a part of Pages, Numbers or Keynote: of boxes and bodies, and of cells, in the order of their objects. */
export function* textsOf(part: Uint8Array): Generator<{ readonly text: string; readonly isCell: boolean }> {
  for (let at = 0; at < part.length;) {
    const [length, start] = variableNumber(part, at);
    at = start + length;
    for (const info of bytesOf(part.subarray(start, at), INFO_MEMBER)) {
      const members = [...soundMembersOf(info)];
      const type = members.find(({ number }) => number === TYPE_MEMBER)?.whole ?? 0;
      const sizeBytes = members.find(({ number }) => number === SIZE_MEMBER)?.whole ?? 0;
      const message = part.subarray(at, at + sizeBytes);
      at += sizeBytes;
      if (BODY_TEXT.has(type))
        for (const text of bytesOf(message, BODY_MEMBER)) yield { text: decoded(text), isCell: false };
      if (type !== TABLE_STRINGS) continue;
      for (const entry of bytesOf(message, ENTRIES_MEMBER))
        for (const text of bytesOf(entry, ENTRY_TEXT_MEMBER)) yield { text: decoded(text), isCell: true };
    }
  }
}

function* bytesOf(message: Uint8Array, wanted: number): Generator<Uint8Array> {
  for (const { number, bytes } of soundMembersOf(message)) if (number === wanted && bytes.length > 0) yield bytes;
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
