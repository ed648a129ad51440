import { Table } from '@mantine/core';
import type { KeyValue } from '@lectern/contracts/knowledge-box';

/** Keys and values of a key-value field. */
export function KeyValuesView({
  name,
  data,
}: {
  readonly name: string;
  readonly data: Readonly<Record<string, KeyValue>>;
}) {
  return (
    <Table aria-label={name} withTableBorder>
      <Table.Tbody>
        {Object.entries(data).map(([key, value]) => (
          <Table.Tr key={key}>
            <Table.Th scope="row" dir="auto" w="30%">
              {key}
            </Table.Th>
            <Table.Td dir="auto" className="content-text">
              {valueText(value)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

export function valueText(value: KeyValue): string {
  if (typeof value !== 'object') return String(value);
  return 'lower' in value ? `${value.lower} – ${value.upper}` : value.join(', ');
}
