import { expect } from 'chai';
import { mergedArrangement } from '../../../plugins/widgets/arrangement.ts';

describe('the arrangement of widgets that PHP knows more of', () => {
  const known = { inactive: 'none', isWidget: (id: string) => id.startsWith('text') };
  const merged = (stored: Record<string, string[]>, sidebars: Record<string, string[]>) =>
    Object.fromEntries(mergedArrangement(new Map(Object.entries(stored)), new Map(Object.entries(sidebars)), known));

  it('is as it was where nothing was moved', () => {
    const stored = { none: ['shop-1', 'text-1'], top: ['text-2', 'shop-2', 'text-3'], footer: ['text-4', 'shop-3'] };
    const seen = { top: ['text-2', 'text-3'], none: ['text-1', 'text-4'] };
    expect(merged(stored, seen)).to.eql(stored);
    expect(Object.keys(merged(stored, seen))).to.eql(['none', 'top', 'footer']);
  });

  it('keeps the widgets that are not known in their places', () => {
    const stored = { none: [], top: ['shop-1', 'text-1', 'shop-2', 'text-2'] };
    expect(merged(stored, { top: ['text-2', 'text-1'], none: [] }).top).to.eql([
      'shop-1',
      'text-2',
      'shop-2',
      'text-1',
    ]);
    expect(merged(stored, { top: ['text-1'], none: ['text-2'] })).to.eql({
      none: ['text-2'],
      top: ['shop-1', 'text-1', 'shop-2'],
    });
    expect(merged(stored, { top: ['text-1', 'text-2', 'text-3'], none: [] }).top).to.eql([
      'shop-1',
      'text-1',
      'shop-2',
      'text-2',
      'text-3',
    ]);
  });

  it('keeps the sidebars that are not known, but for widgets that were put elsewhere or are gone', () => {
    const stored = { none: [], footer: ['text-1', 'shop-1', 'text-2', 'text-3'], top: [] };
    expect(merged(stored, { top: ['text-1'], none: ['text-2'] })).to.eql({
      none: [],
      footer: ['shop-1', 'text-2'],
      top: ['text-1'],
    });
  });

  it('has sidebars that nobody has used yet', () => {
    expect(merged({}, { top: ['text-1'], none: ['text-2'] })).to.eql({ top: ['text-1'], none: ['text-2'] });
  });
});
