import type { Command } from './command';
import { UsageError } from './exit-code';

/** The help of completion. The command line runs it, since only the command line knows all commands. */
export const printCompletion: Command = {
  name: 'completion',
  summary: 'print the script that completes commands in a shell',
  details: [
    'For example:',
    '  source <(lectern completion bash)                      # in ~/.bashrc',
    '  source <(lectern completion zsh)                       # in ~/.zshrc, after compinit',
    '  lectern completion fish > ~/.config/fish/completions/lectern.fish',
  ],
  arguments: [{ value: 'SHELL', doc: 'bash, zsh or fish' }],
  options: {},
  isLocal: true,
  run: async () => {
    throw new UsageError('Give one of bash, zsh, fish');
  },
};
