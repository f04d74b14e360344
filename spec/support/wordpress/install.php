<?php
// Installs a WordPress in an empty database: php install.php FOLDER URL PASSWORD

[, $folder, $url, $password] = $argv;
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = parse_url($url, PHP_URL_HOST) . ':' . parse_url($url, PHP_URL_PORT);
$_SERVER['REQUEST_URI'] = '/';
require "$folder/wp-load.php";
require ABSPATH . 'wp-admin/includes/upgrade.php';
// No installation sends mail.
function wp_mail()
{
    return true;
}
wp_install('Beside PHP', 'admin', 'admin@example.org', true, '', $password);
update_option('siteurl', $url);
update_option('home', $url);
update_option('permalink_structure', '/%year%/%monthnum%/%day%/%postname%/');
