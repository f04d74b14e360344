import { expect } from 'chai';
import { additionsIn } from '../../../plugins/wordpress-doctor/additions.ts';

describe('what a text of PHP adds', () => {
  const of = (php: string) =>
    Object.fromEntries(Object.entries(additionsIn(`<?php ${php}`)).filter(([, names]) => names.length > 0));

  it('is named by the literals of its calls, each once and in order', () => {
    expect(
      of(`register_rest_route( 'b/v1', '/x' ); register_rest_route("a/v1", '/y'); register_rest_route('b/v1', '/z');`),
    ).to.eql({
      routes: ['a/v1', 'b/v1'],
    });
    expect(
      of(`register_rest_field( array( 'post', 'page' ), 'price', [] ); register_post_meta('post', 'stock', []);`),
    ).to.eql({
      fields: ['price', 'stock'],
    });
    expect(of(`register_post_type('product'); register_taxonomy('brand', 'product');`)).to.eql({
      types: ['brand', 'product'],
    });
    expect(of(`add_shortcode('shop', 'f'); register_block_type('shop/cart');`)).to.eql({
      markup: ['shop', 'shop/cart'],
    });
  });

  it('is … where PHP computes the name', () => {
    expect(of('register_rest_route( $this->namespace, $base ); register_block_type( __DIR__ );')).to.eql({
      routes: ['…'],
      markup: ['…'],
    });
  });

  it('has the filters that change what the interface answers', () => {
    const filters = ['rest_prepare_post', 'the_content', 'rest_pre_dispatch', 'admin_title', 'rest_after_insert_post'];
    expect(of(filters.map((name) => `add_filter( '${name}', 'f' );`).join(' '))).to.eql({
      filters: ['rest_pre_dispatch', 'rest_prepare_post', 'the_content'],
    });
  });

  it('is nothing of comments, methods and other functions', () => {
    expect(
      of(`/* add_shortcode('a', 'f'); */
        // register_post_type('b');
        # register_post_type('c');
        $x->register_post_type('d'); X::add_shortcode('e'); my_register_post_type('f'); unregister_post_type('g');`),
    ).to.eql({});
  });
});
