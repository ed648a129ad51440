import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './shell/shell.css';
import { createRoot } from 'react-dom/client';
import { startTexts } from './i18n/i18n';
import { takeArrival } from './session/arrival';
import { App } from './shell/app';

takeArrival();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no element #root');
await startTexts();
createRoot(root).render(<App />);
