import { itemSchema, readonlyField } from '../../core/index.ts';

/** The fields of a content status. */
export const statusSchema = () =>
  itemSchema('status', {
    name: readonlyField('string', ['embed', 'view', 'edit'], 'The name of the status, for people.'),
    private: readonlyField('boolean', ['edit'], 'Whether items of the status are private.'),
    protected: readonlyField(
      'boolean',
      ['edit'],
      'Whether items of the status are shown to those who may edit them alone.',
    ),
    public: readonlyField('boolean', ['view', 'edit'], 'Whether items of the status are shown to everybody.'),
    queryable: readonlyField('boolean', ['view', 'edit'], 'Whether everybody may ask for items of the status.'),
    show_in_list: readonlyField('boolean', ['edit'], 'Whether lists of all items hold items of the status.'),
    slug: readonlyField('string', ['embed', 'view', 'edit'], 'The key of the status.'),
    date_floating: readonlyField(
      'boolean',
      ['view', 'edit'],
      'Whether the date of an item moves along until it is published.',
    ),
  });
