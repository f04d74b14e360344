import { expect } from 'chai';
import {
  formatDate,
  getDateWithGmt,
  isZoneName,
  parseDate,
  parseStoredDate,
  toStoredLocal,
  toStoredUtc,
  toWireDate,
  ZERO_DATE,
} from '../../core/site/dates.ts';

const newYork = { timezone: 'America/New_York', gmtOffset: 0 };

/** Parses a date and formats it in UTC. */
const read = (date: string, forceUtc = false): string | false => {
  const seconds = parseDate(date, forceUtc);
  return seconds === false ? false : formatDate(seconds);
};

describe('4.6 date parsing', () => {
  it('takes T, t and a space between date and time, and Z only in upper case', () => {
    for (const separator of ['T', 't', ' '])
      expect(read(`2020-01-02${separator}03:04:05Z`)).to.equal('2020-01-02 03:04:05');
    expect(read('2020-01-02T03:04:05z')).to.equal(false);
  });

  const rolling: [string, string][] = [
    ['2019-02-30T00:00:00', '2019-03-02 00:00:00'],
    ['2015-02-29T00:00:00', '2015-03-01 00:00:00'],
    ['2019-00-10T00:00:00', '2018-12-10 00:00:00'],
    ['2019-01-00T00:00:00', '2018-12-31 00:00:00'],
    ['2019-01-01T24:30:00', '2019-01-02 00:30:00'],
    ['2019-12-31T23:59:60', '2020-01-01 00:00:00'],
  ];
  for (const [date, result] of rolling) it(`rolls ${date} over`, () => expect(read(date)).to.equal(result));

  const impossible = ['2019-13-01T00:00:00', '2019-01-32T00:00:00', '2019-01-01T25:00:00', '2019-01-01T00:00:61'];
  for (const date of impossible) it(`refuses ${date}`, () => expect(read(date)).to.equal(false));

  it('takes offsets of hours with and without a colon and minutes, and +0530 only when UTC is forced', () => {
    expect(read('2020-01-01T12:00:00+02')).to.equal('2020-01-01 10:00:00');
    expect(read('2020-01-01T12:00:00-03:30')).to.equal('2020-01-01 15:30:00');
    expect(read('2020-01-01T12:00:00+0530')).to.equal(false);
    expect(read('2020-01-01T12:00:00+0530', true)).to.equal('2020-01-01 12:00:00');
  });

  it('takes Unix time 0 for a date', () => {
    expect(parseDate('1970-01-01T00:00:00Z')).to.equal(0);
    expect(getDateWithGmt('1970-01-01T00:00:00Z', false, newYork)).to.deep.equal([
      '1969-12-31 19:00:00',
      '1970-01-01 00:00:00',
    ]);
  });

  it('reads years below 100 as they are', () => expect(read('0020-01-01T00:00:00')).to.equal('0020-01-01 00:00:00'));

  it('refuses a newline behind the date', () => expect(read('2020-01-01T00:00:00\n')).to.equal(false));
});

describe('4.6 local and UTC dates', () => {
  it('keeps a local time of the spring gap and uses the offset before the gap for its UTC', () => {
    expect(toStoredUtc('2020-03-08 02:30:00', newYork)).to.equal('2020-03-08 07:30:00');
    expect(toStoredUtc('2020-03-08 03:30:00', newYork)).to.equal('2020-03-08 07:30:00');
  });

  it('takes the first of two equal local times in autumn', () => {
    expect(toStoredUtc('2020-11-01 01:30:00', newYork)).to.equal('2020-11-01 05:30:00');
    expect(toStoredUtc('2020-11-01 02:30:00', newYork)).to.equal('2020-11-01 07:30:00');
  });

  it('turns UTC into local time on both sides of a change', () => {
    expect(toStoredLocal('2020-03-08 06:59:59', newYork)).to.equal('2020-03-08 01:59:59');
    expect(toStoredLocal('2020-03-08 07:00:00', newYork)).to.equal('2020-03-08 03:00:00');
  });

  it('comes back to the same local time from UTC in every hour of a year', () => {
    const lord = { timezone: 'Australia/Lord_Howe', gmtOffset: 0 };
    const start = parseStoredDate('2020-01-01 00:00:00')!;
    for (let hour = 0; hour < 366 * 24; hour += 7) {
      const local = toStoredLocal(formatDate(start + hour * 3600), lord);
      expect(toStoredLocal(toStoredUtc(local, lord), lord)).to.equal(local);
    }
  });

  it('uses the offset in hours when the zone has no name, or none that is known', () => {
    expect(toStoredLocal('2020-01-01 00:00:00', { timezone: '', gmtOffset: 5.75 })).to.equal('2020-01-01 05:45:00');
    expect(toStoredLocal('2020-01-01 00:00:00', { timezone: 'Mars/Base', gmtOffset: -1 })).to.equal(
      '2019-12-31 23:00:00',
    );
    expect(isZoneName('Mars/Base')).to.equal(false);
    expect(isZoneName('Europe/Berlin')).to.equal(true);
  });

  it('leaves the zero date the zero date, and sends it as null', () => {
    expect(toStoredUtc(ZERO_DATE, newYork)).to.equal(ZERO_DATE);
    expect(parseStoredDate(ZERO_DATE)).to.equal(null);
    expect(toWireDate(ZERO_DATE)).to.equal(null);
    expect(toWireDate('2020-01-02 03:04:05')).to.equal('2020-01-02T03:04:05');
  });
});
