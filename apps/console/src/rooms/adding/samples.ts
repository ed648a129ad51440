import { refusalOf, request } from '../../api/request';

/** Documents that come with the console, with the types that browsers would give them. */
export const samples: Readonly<Record<string, string>> = {
  'drought-plan.txt': 'text/plain',
  'emergency-handbook.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'hausanschluss.html': 'text/html',
  'pumping-station.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'reading-your-meter.md': 'text/markdown',
  'reservoir-levels-2025.csv': 'text/csv',
  'storm-of-14-october.eml': 'message/rfc822',
  'tariffs-2026.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'water-quality-report-2025.pdf': 'application/pdf',
};

/** Reads them as if somebody had chosen them. @throws ApiError */
export function readSamples(): Promise<readonly File[]> {
  return Promise.all(Object.entries(samples).map(([name, type]) => readSample(name, type)));
}

async function readSample(name: string, type: string): Promise<File> {
  const answer = await request(import.meta.env.SAMPLES + name);
  if (!answer.ok) throw await refusalOf(`GET ${name}`, answer);
  return new File([await answer.blob()], name, { type });
}
