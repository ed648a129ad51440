import { Group, NumberInput, Stack, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading } from '../loaded';
import { type Mark, PdfPage } from './pdf-page';
import { usePdf } from './use-pdf';

interface PdfViewerProps {
  /** Address of the file. */
  readonly url: string;
  /** Where to open it. */
  readonly at?: { readonly page: number; readonly mark: Mark };
}

/** Height per width of A4, until the first page says better. */
const RATIO = 1.414;
const GAP_PX = 8;

/** Pages of a PDF below each other. Only those on the screen are read and drawn. */
export function PdfViewer({ url, at }: PdfViewerProps) {
  const { t } = useTranslation('pdf');
  const { document, error } = usePdf(url);
  if (error !== undefined) return <Text role="alert">{t('unreadable')}</Text>;
  return document ? <Pages document={document} at={at} /> : <Loading />;
}

interface PagesProps {
  readonly document: PDFDocumentProxy;
  readonly at: PdfViewerProps['at'];
}

function Pages({ document, at }: PagesProps) {
  const { t } = useTranslation('pdf');
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: frame, width } = useElementSize();
  const [ratio, setRatio] = useState(RATIO);
  const pages = useVirtualizer({
    count: document.numPages,
    getScrollElement: () => scroller.current,
    estimateSize: () => width * ratio + GAP_PX,
    overscan: 1,
  });
  useEffect(() => pages.measure(), [pages, width, ratio]);
  useOpeningPage(pages, at, width > 0 && ratio);
  const onRatio = useCallback((found: number) => setRatio((known) => (known === RATIO ? found : known)), []);
  return (
    <Stack gap="xs" ref={frame}>
      <PageChoice pages={pages} count={document.numPages} />
      <div ref={scroller} className="pdf-pages" tabIndex={0} role="region" aria-label={t('label')}>
        <div style={{ height: pages.getTotalSize(), position: 'relative' }}>
          {width > 0 &&
            pages.getVirtualItems().map(({ index, key, start }) => (
              <div
                key={key}
                className="pdf-row"
                data-index={index}
                ref={pages.measureElement}
                style={{ transform: `translateY(${start}px)` }}
              >
                <PdfPage
                  document={document}
                  number={index + 1}
                  width={width}
                  ratio={ratio}
                  mark={at?.page === index + 1 ? at.mark : undefined}
                  onRatio={onRatio}
                />
              </div>
            ))}
        </div>
      </div>
    </Stack>
  );
}

type PageList = Virtualizer<HTMLDivElement, Element>;

/** Goes to the page of the passage when the viewer opens, when the size of pages is known, and to another passage. */
function useOpeningPage(pages: PageList, at: PdfViewerProps['at'], layout: number | false): void {
  const page = at?.page;
  const passage = at?.mark.text;
  useEffect(() => {
    if (layout !== false && page !== undefined) pages.scrollToIndex(page - 1, { align: 'start' });
  }, [pages, page, passage, layout]);
}

function PageChoice({ pages, count }: { readonly pages: PageList; readonly count: number }) {
  const { t, i18n } = useTranslation('pdf');
  const current = (pages.getVirtualIndexes().find((index) => isShown(pages, index)) ?? 0) + 1;
  const go = (value: number | string) => {
    if (typeof value === 'number' && value >= 1 && value <= count) pages.scrollToIndex(value - 1, { align: 'start' });
  };
  return (
    <Group gap="xs">
      <NumberInput
        size="xs"
        w="6rem"
        aria-label={t('go')}
        value={current}
        onChange={go}
        min={1}
        max={count}
        allowDecimal={false}
      />
      <Text size="sm">{t('of', { count: count, total: new Intl.NumberFormat(i18n.language).format(count) })}</Text>
    </Group>
  );
}

/** Whether most of a page lies below the upper edge. */
function isShown(pages: PageList, index: number): boolean {
  const item = pages.measurementsCache[index];
  return item !== undefined && item.start + item.size / 2 > (pages.scrollOffset ?? 0);
}
