import { Stack, Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** A sheet of a spreadsheet. */
export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
}

const COLUMNS_MAX = 50;

/** The first rows of each sheet, as processing keeps them. */
export function SheetsView({ sheets }: { readonly sheets: readonly Sheet[] }) {
  const { t } = useTranslation('resource');
  return (
    <Stack>
      {sheets.map(({ name, rows: [head = [], ...rows] }) => (
        <section key={name} aria-label={name}>
          {sheets.length > 1 && (
            <Title order={3} size="h5" dir="auto">
              {name}
            </Title>
          )}
          <div className="wide" tabIndex={0} role="group" aria-label={name}>
            <Table striped withTableBorder withColumnBorders>
              <Table.Thead>
                <Table.Tr>
                  {head.slice(0, COLUMNS_MAX).map((cell, column) => (
                    <Table.Th key={column} dir="auto">
                      {cell}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((cells, row) => (
                  <Table.Tr key={row}>
                    {cells.slice(0, COLUMNS_MAX).map((cell, column) => (
                      <Table.Td key={column} dir="auto">
                        {cell}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        </section>
      ))}
      <Text size="sm" c="dimmed">
        {t('sheets.first')}
      </Text>
    </Stack>
  );
}
