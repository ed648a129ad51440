import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import { openPdf } from './pdf';

interface PdfState {
  readonly document?: PDFDocumentProxy;
  readonly error?: unknown;
}

/** A PDF that is open while it is shown. */
export function usePdf(url: string): PdfState {
  const [state, setState] = useState<PdfState>({});
  useEffect(() => {
    let isWanted = true;
    const pdf = openPdf(url);
    pdf.document.then(
      (document) => isWanted && setState({ document }),
      (error: unknown) => isWanted && setState({ error }),
    );
    return () => {
      isWanted = false;
      setState({});
      pdf.close();
    };
  }, [url]);
  return state;
}
