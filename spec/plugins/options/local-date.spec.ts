import { expect } from 'chai';
import { formatLocalDate } from '../../../plugins/options/local-date.ts';

const UTC = { timezone: 'UTC', gmtOffset: 0 };
const BERLIN = { timezone: 'Europe/Berlin', gmtOffset: 0 };
const NEWFOUNDLAND = { timezone: '', gmtOffset: -3.5 };

describe('local dates', () => {
  const cases: [pattern: string, shown: string][] = [
    ['F j, Y', 'March 2, 2024'],
    ['jS M y', '2nd Mar 24'],
    ['l, d.m.Y', 'Saturday, 02.03.2024'],
    ['D N w z t L', 'Sat 6 6 61 31 1'],
    ['g:i a', '3:04 pm'],
    ['h:i:s A', '03:04:05 PM'],
    ['G H n', '15 15 3'],
    ['Y \\d\\e F', '2024 de March'],
    ['q – !', 'q – !'],
    ['', ''],
  ];
  for (const [pattern, shown] of cases) {
    it(`are written by "${pattern}" as "${shown}"`, () => {
      expect(formatLocalDate('2024-03-02 15:04:05', pattern, UTC)).to.equal(shown);
    });
  }

  it('have an offset where the pattern asks for one', () => {
    expect(formatLocalDate('2024-07-02 15:04:05', 'c', BERLIN)).to.equal('2024-07-02T15:04:05+02:00');
    expect(formatLocalDate('2024-07-02 15:04:05', 'c O e', NEWFOUNDLAND)).to.equal(
      '2024-07-02T15:04:05-03:30 -0330 -03:30',
    );
    expect(formatLocalDate('1970-01-01 01:00:00', 'U T', BERLIN)).to.equal('0 Europe/Berlin');
  });

  it('count days in ordinals', () => {
    const ordinals = [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 31].map((day) =>
      formatLocalDate(`2024-01-${String(day).padStart(2, '0')} 00:00:00`, 'jS', UTC),
    );
    expect(ordinals.join(' ')).to.equal('1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 23rd 31st');
  });

  it('show midnight and noon as 12', () => {
    expect(formatLocalDate('2024-01-01 00:30:00', 'g:i a', UTC)).to.equal('12:30 am');
    expect(formatLocalDate('2024-01-01 12:30:00', 'g:i a', UTC)).to.equal('12:30 pm');
  });

  it('are nothing where there is no date', () => {
    expect(formatLocalDate('0000-00-00 00:00:00', 'F j, Y', UTC)).to.equal('');
    expect(formatLocalDate('yesterday', 'F j, Y', UTC)).to.equal('');
  });
});
