<?php
/*
 * Answers, with the functions of a WordPress that is installed, how it writes and reads what Tappet shares with it: values,
 * hashes, cookies and nonces. It needs no database. Called as `php formats.php FOLDER`, with questions as JSON on the
 * standard input: {"name": ["function", argument, …]}; it prints the answers by the same names.
 */

$folder = rtrim( $argv[1], '/' );
$questions = json_decode( stream_get_contents( STDIN ), true, 512, JSON_THROW_ON_ERROR );

define( 'ABSPATH', "$folder/" );
define( 'WPINC', 'wp-includes' );
define( 'WP_CONTENT_DIR', "$folder/wp-content" );
foreach ( $questions['constants'] ?? array() as $name => $value ) {
	define( $name, $value );
}
define( 'HOUR_IN_SECONDS', 3600 );
define( 'DAY_IN_SECONDS', 86400 );

// What the functions ask of the rest of WordPress.
$users = $questions['users'] ?? array();
$sessions = array();
$options = $questions['options'] ?? array();
$ticks = null;
$current = array( 'id' => 0, 'token' => '' );

function __( $text ) { return $text; }
function get_site_option( $name ) { return $GLOBALS['options'][ $name ] ?? false; }
function update_site_option( $name, $value ) { $GLOBALS['options'][ $name ] = $value; }
function is_ssl() { return false; }
function wp_doing_ajax() { return false; }
function get_userdata( $id ) { return get_user_by( 'id', $id ); }
function get_user_by( $field, $value ) {
	foreach ( $GLOBALS['users'] as $user ) {
		if ( $user[ 'login' === $field ? 'user_login' : 'ID' ] == $value ) {
			return (object) $user;
		}
	}
	return false;
}
function wp_get_current_user() { return (object) array( 'ID' => $GLOBALS['current']['id'] ); }
function wp_get_session_token() { return $GLOBALS['current']['token']; }
function wp_nonce_tick() { return $GLOBALS['tick'] ?? ceil( time() / 43200 ); }
function get_user_meta( $id, $key, $single ) { return $GLOBALS['sessions'][ $id ] ?? ''; }
function update_user_meta( $id, $key, $value ) { $GLOBALS['sessions'][ $id ] = $value; }
function delete_user_meta( $id ) { unset( $GLOBALS['sessions'][ $id ] ); }
function wp_unslash( $value ) { return $value; }
function get_transient() { return ''; }
function set_transient() {}

$_SERVER['REQUEST_METHOD'] = 'GET';
error_reporting( E_ALL & ~E_DEPRECATED );
require ABSPATH . WPINC . '/version.php';
require ABSPATH . WPINC . '/compat.php';
require ABSPATH . WPINC . '/plugin.php';
// Of the functions of every kind, those that are needed are taken out, as the others need all of WordPress.
foreach ( array( 'maybe_serialize', 'maybe_unserialize', 'is_serialized', 'wp_fast_hash', 'wp_verify_fast_hash' ) as $name ) {
	$source = file_get_contents( ABSPATH . WPINC . '/functions.php' );
	if ( preg_match( "/^function $name\(.*?^}/ms", $source, $found ) ) {
		eval( $found[0] );
	}
}
require ABSPATH . WPINC . '/pluggable.php';
require ABSPATH . WPINC . '/class-wp-session-tokens.php';
require ABSPATH . WPINC . '/class-wp-user-meta-session-tokens.php';

class Thing {
	public $a = 1;
	protected $b = array( 'x' );
	private $c = null;
}

$asked = array(
	'version'       => fn() => $GLOBALS['wp_version'],
	// What update_option( $name, get_option( $name ) ) would store.
	'rewritten'     => fn( $stored ) => maybe_serialize( maybe_unserialize( $stored ) ),
	'unserialized'  => fn( $stored ) => var_export( maybe_unserialize( $stored ), true ),
	'serialized'    => fn( $code ) => maybe_serialize( eval( "return $code;" ) ),
	'hash'          => fn( $password ) => wp_hash_password( $password ),
	'fits'          => fn( $password, $hash ) => wp_check_password( $password, $hash ),
	'fasthash'      => fn( $secret ) => function_exists( 'wp_fast_hash' ) ? wp_fast_hash( $secret ) : null,
	'salt'          => fn( $scheme ) => wp_salt( $scheme ),
	'cookie'        => fn( $id, $expiration, $scheme, $token ) => wp_generate_auth_cookie( $id, $expiration, $scheme, $token ),
	'session'       => function ( $id, $token, $session ) {
		WP_Session_Tokens::get_instance( $id )->update( $token, $session );
		return serialize( $GLOBALS['sessions'][ $id ] );
	},
	'store'         => function ( $id, $stored ) {
		$GLOBALS['sessions'][ $id ] = maybe_unserialize( $stored );
		return true;
	},
	'userof'        => fn( $cookie, $scheme ) => wp_validate_auth_cookie( $cookie, $scheme ),
	'nonce'         => function ( $tick, $action, $id, $token ) {
		$GLOBALS['tick'] = $tick;
		$GLOBALS['current'] = compact( 'id', 'token' );
		return wp_create_nonce( $action );
	},
	'verifynonce'   => function ( $tick, $nonce, $action, $id, $token ) {
		$GLOBALS['tick'] = $tick;
		$GLOBALS['current'] = compact( 'id', 'token' );
		return wp_verify_nonce( $nonce, $action );
	},
);

$answers = array();
foreach ( $questions['ask'] as $name => $question ) {
	$function = array_shift( $question );
	$answers[ $name ] = $asked[ $function ]( ...$question );
}
echo json_encode( (object) $answers, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE );
