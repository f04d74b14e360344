import type { HookEntry } from './reference.ts';
import { exampleText, linesOf, type Words } from './words.ts';

const written = (words: Words): string =>
  words.map((word) => (typeof word === 'string' ? word : `\`${word.code}\``)).join('');

const section = (entry: HookEntry): string => `## \`${entry.name}\`

${entry.meaning}

${linesOf(entry)
  .map((words) => `- ${written(words)}\n`)
  .join('')}
\`\`\`ts
${entry.signature}
\`\`\`

\`\`\`ts
${exampleText(entry)}
\`\`\`
`;

/** Writes the reference as Markdown. */
export const markdownOf = (entries: readonly HookEntry[]): string => `# Hooks\n\n${entries.map(section).join('\n')}`;
