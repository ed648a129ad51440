import { Button, Stack, Table } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ChecklistIcon, PlusIcon } from '@primer/octicons-react';
import type { EvaluationSet } from '@lectern/contracts/search';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { setsQuery } from '../../data/evaluation-sets';
import { useKbid } from '../../data/kbid';
import { EmptyState } from '../../parts/empty-state';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { Time } from '../../parts/quantity';
import { Section } from '../../parts/section';
import { runsQuery } from './evaluation';
import { RunList } from './run-list';
import { SetName } from './set-name';

/** Sets of questions of a box, and what their runs measured. */
export function EvaluationPage() {
  const { t } = useTranslation('evaluation');
  const kbid = useKbid();
  const navigate = useNavigate();
  const sets = useQuery(setsQuery(kbid));
  const runs = useQuery(runsQuery(kbid));
  const [isNaming, { open, close }] = useDisclosure();
  const create = (
    <Button leftSection={<PlusIcon size={18} aria-hidden />} onClick={open}>
      {t('set.create')}
    </Button>
  );
  return (
    <Page title={t('title')} description={t('intro')} actions={create}>
      <Loaded query={sets}>
        {(known) =>
          known.length === 0 ? (
            <EmptyState
              icon={<ChecklistIcon size={48} aria-hidden />}
              title={t('none.title')}
              text={t('none.text')}
              action={
                <Link to="/boxes/$kbid/activity" params={{ kbid }}>
                  {t('none.activity')}
                </Link>
              }
            />
          ) : (
            <Stack gap="lg">
              <Section title={t('sets')}>
                <SetTable kbid={kbid} sets={known} />
              </Section>
              <Section title={t('runs.title')}>
                <Loaded query={runs}>{(all) => <RunList kbid={kbid} runs={all} hasTitles />}</Loaded>
              </Section>
            </Stack>
          )
        }
      </Loaded>
      <SetName
        kbid={kbid}
        opened={isNaming}
        onClose={close}
        onSaved={({ id: set }) => void navigate({ to: '/boxes/$kbid/evaluation/sets/$set', params: { kbid, set } })}
      />
    </Page>
  );
}

function SetTable({ kbid, sets }: { readonly kbid: string; readonly sets: readonly EvaluationSet[] }) {
  const { t } = useTranslation('evaluation');
  return (
    <Table.ScrollContainer minWidth={300} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={t('sets')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('set.title')}</Table.Th>
            <Table.Th ta="end">{t('questions')}</Table.Th>
            <Table.Th>{t('set.modified')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sets.map(({ id, title, size, modified }) => (
            <Table.Tr key={id}>
              <Table.Td maw="24rem" className="content-text">
                <Link to="/boxes/$kbid/evaluation/sets/$set" params={{ kbid, set: id }} dir="auto">
                  {title}
                </Link>
              </Table.Td>
              <Table.Td ta="end">{size}</Table.Td>
              <Table.Td>
                <Time at={modified} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
