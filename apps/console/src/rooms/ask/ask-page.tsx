import { Button, Stack } from '@mantine/core';
import { CommentDiscussionIcon, PlusIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKbid } from '../../data/kbid';
import { EmptyBox, useIsEmpty } from '../../parts/empty-box';
import { EmptyState } from '../../parts/empty-state';
import { noFilters } from '../../parts/filters/filters';
import { Page } from '../../parts/page';
import './ask.css';
import type { AskOptions } from './ask-request';
import type { Source } from './citations';
import { Composer } from './composer';
import { PassagePane } from './passage-pane';
import { Progress } from './progress';
import { TurnView } from './turn-view';
import { useConversation } from './use-conversation';

/** A conversation with the documents of a box. */
export function AskPage() {
  const kbid = useKbid();
  return <AskRoom key={kbid} kbid={kbid} />;
}

function AskRoom({ kbid }: { readonly kbid: string }) {
  const { t } = useTranslation('ask');
  const { conversation, turns, isRunning } = useConversation(kbid);
  const [options, setOptions] = useState<AskOptions>({ filters: noFilters, context: 'passages' });
  const [source, setSource] = useState<Source>();
  const isEmpty = useIsEmpty(kbid);
  const clear = () => {
    conversation.clear();
    setSource(undefined);
  };
  const restart = turns.length > 0 && (
    <Button variant="default" leftSection={<PlusIcon size={18} aria-hidden />} onClick={clear}>
      {t('new')}
    </Button>
  );
  return (
    <div className="ask-room">
      <Page title={t('title')} actions={restart}>
        {turns.length === 0 && isEmpty && <EmptyBox kbid={kbid} />}
        {turns.length === 0 && !isEmpty && (
          <EmptyState
            icon={<CommentDiscussionIcon size={48} aria-hidden />}
            title={t('start.title')}
            text={t('start.text')}
          />
        )}
        <Stack component="ol" className="plain-list" gap="xl">
          {turns.map((turn) => (
            <TurnView key={turn.id} turn={turn} conversation={conversation} onOpen={setSource} />
          ))}
        </Stack>
        <Progress answer={turns.at(-1)?.answer} />
        <Composer
          options={options}
          onOptions={setOptions}
          isRunning={isRunning}
          onAsk={(question) => void conversation.ask(question, options)}
          onStop={() => conversation.stop()}
        />
      </Page>
      {source && <PassagePane key={source.key} kbid={kbid} source={source} onClose={() => setSource(undefined)} />}
    </div>
  );
}
