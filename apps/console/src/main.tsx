import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './shell/shell.css';
import { createRoot } from 'react-dom/client';
import { startTexts } from './i18n/i18n';
import { takeLinkCode } from './session/link-code';
import { App } from './shell/app';

takeLinkCode();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no element #root');
await startTexts();
createRoot(root).render(<App />);
