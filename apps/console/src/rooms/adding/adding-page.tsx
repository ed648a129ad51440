import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKbid } from '../../data/kbid';
import { Page } from '../../parts/page';
import { AdditionList } from './addition-list';
import { useAdditions } from './additions';
import { addFiles } from './dropped';
import { InterruptedNotice } from './interrupted-notice';
import { LoadSamples } from './load-samples';
import { Overall } from './overall';
import { PasteForm } from './paste-form';
import { PickFiles } from './pick-files';
import { StrategyChoice } from './strategy-choice';

/** Adds files, folders, addresses and texts to a box. */
export function AddingPage() {
  const { t } = useTranslation('adding');
  const kbid = useKbid();
  const { all, totals } = useAdditions(kbid);
  const [text, setText] = useState('');
  usePaste({ onFiles: (files) => addFiles(kbid, files), onText: setText });
  return (
    <Page title={t('title')}>
      <PickFiles kbid={kbid} />
      <StrategyChoice kbid={kbid} />
      <LoadSamples kbid={kbid} isBegun={all.length > 0} />
      <InterruptedNotice kbid={kbid} additions={all} />
      <PasteForm kbid={kbid} text={text} onText={setText} />
      {all.length > 0 && <Overall kbid={kbid} totals={totals} />}
      {all.length > 0 && <AdditionList kbid={kbid} additions={all} />}
    </Page>
  );
}

interface PasteActions {
  readonly onFiles: (files: readonly File[]) => void;
  readonly onText: (text: string) => void;
}

/** Text pasted anywhere on the page; a field that has the focus takes its text itself. */
function usePaste({ onFiles, onText }: PasteActions): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      const isInField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (files.length > 0) onFiles(files);
      else if (!isInField && text !== '') onText(text);
      else return;
      event.preventDefault();
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  });
}
