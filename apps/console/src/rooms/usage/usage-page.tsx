import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../data/accounts';
import { EmptyState } from '../../parts/empty-state';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { Charts } from './charts';
import { daysBack, instantsOf } from './span';
import { UsageChooser, type UsageDraft } from './usage-chooser';
import { usageQuery, type UsageChoice } from './usage';

/** What was done for the account, drawn and as a table. */
export function UsagePage() {
  const { t } = useTranslation('usage');
  const { query, account } = useAccount();
  return (
    <Page title={t('title')} description={t('intro')}>
      <Loaded query={query}>
        {() =>
          account ? (
            <Usage key={account.id} account={account.id} />
          ) : (
            <EmptyState title={t('none.title')} text={t('none.text')} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Usage({ account }: { readonly account: string }) {
  const { t } = useTranslation('usage');
  const [draft, setDraft] = useState<UsageDraft>(() => ({
    range: 'month',
    aggregation: 'day',
    box: null,
    ...daysBack('month', new Date()),
  }));
  const days = instantsOf(draft.first, draft.last);
  return (
    <Stack gap="lg">
      <UsageChooser account={account} draft={draft} onDraft={setDraft} />
      {days ? (
        <Shown account={account} choice={{ ...days, aggregation: draft.aggregation, box: draft.box }} />
      ) : (
        <EmptyState title={t('wrongDays')} />
      )}
    </Stack>
  );
}

function Shown({ account, choice }: { readonly account: string; readonly choice: UsageChoice }) {
  const query = useQuery(usageQuery(account, choice));
  return <Loaded query={query}>{(points) => <Charts points={points} aggregation={choice.aggregation} />}</Loaded>;
}
