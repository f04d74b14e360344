import { expect } from 'chai';
import { exposition, single } from '../../../plugins/metrics/exposition.ts';

describe('an exposition of figures', () => {
  it('has help and type before the numbers of a name', () => {
    expect(exposition([single('a_total', 'counter', 'Things.', 3)])).to.equal(
      '# HELP a_total Things.\n# TYPE a_total counter\na_total 3\n',
    );
  });

  it('escapes what ends a label or a line', () => {
    const samples = [{ labels: { route: '/a/(?P<id>\\d+)', text: 'x"\ny' }, suffix: '_sum', value: 0.5 }];
    expect(exposition([{ name: 'b', type: 'summary', help: 'One\\\ntwo.', samples }])).to.equal(
      '# HELP b One\\\\\\ntwo.\n# TYPE b summary\nb_sum{route="/a/(?P<id>\\\\d+)",text="x\\"\\ny"} 0.5\n',
    );
  });

  it('leaves out what there are no numbers of', () => {
    expect(exposition([single('a', 'gauge', 'None.', undefined)])).to.equal('');
  });
});
