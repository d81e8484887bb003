<?php
// Runs the WooCommerce plugin without WordPress: argv[1] is the plugin, argv[2] the orders as JSON; actions of the background run at once.

$actions = [];
$queue = [];
function add_action(string $name, callable $do, int $priority = 10, int $arguments = 1): void { global $actions; $actions[$name][] = $do; }
function do_action(string $name, ...$arguments): void { global $actions; foreach ($actions[$name] ?? [] as $do) { $do(...$arguments); } }
function woocommerce_register_additional_checkout_field(array $field): void { fwrite(STDERR, "field {$field['id']}\n"); }
function as_enqueue_async_action(string $name, array $arguments, string $group): void { global $queue; $queue[] = [$name, $arguments]; }
function as_schedule_single_action(int $time, string $name, array $arguments, string $group): void { fwrite(STDERR, "retry {$arguments[1]}\n"); }

class WC_Order
{
    public function __construct(private array $row) {}
    public function get_id() { return $this->row['id']; }
    public function get_status() { return $this->row['status']; }
    public function get_billing_email() { return $this->row['email']; }
    public function get_billing_first_name() { return 'Ada'; }
    public function get_billing_last_name() { return 'Lovelace'; }
    public function get_currency() { return 'EUR'; }
    public function get_total() { return $this->row['total']; }
    public function get_amount() { return $this->row['amount']; }
    public function get_meta(string $name) { return $this->row['meta'][$name] ?? ''; }
    public function update_meta_data(string $name, string $value) { $this->row['meta'][$name] = $value; }
    public function save_meta_data() {}
    public function get_date_created() { return new DateTime('2026-01-31 10:00:00+01:00'); }
    public function get_date_modified() { return new DateTime($this->row['modified'] ?? '2026-01-31 10:00:00+01:00'); }
    public function get_items() { return [5 => $this]; }
    public function get_product_id() { return 7; }
    public function get_name() { return 'Tea pot'; }
    public function get_quantity() { return 1; }
    public function get_product() { return $this; }
    public function get_sku() { return 'TP-7'; }
    public function get_permalink() { return 'https://shop.example/tea-pot'; }
    public function get_image_id() { return 12; }
    public function get_item_total($item, bool $with_tax) { return $this->row['total']; }
    public function get_refunds() { return array_map(fn ($row) => new WC_Order($row), $this->row['refunds'] ?? []); }
}
function wp_get_attachment_url(int $id): string { return "https://shop.example/$id.png"; }
function wc_get_order(int $id): WC_Order { global $order; return $order; }

foreach (['CARILLON_URL', 'CARILLON_USERNAME', 'CARILLON_PASSWORD'] as $name) {
    define($name, getenv($name));
}
define('CARILLON_LIST', (int) getenv('CARILLON_LIST'));
require $argv[1];
do_action('woocommerce_init');
foreach (json_decode($argv[2], true) as $row) {
    $order = new WC_Order($row);
    do_action('woocommerce_order_status_changed', $order->get_id());
    while ($action = array_shift($queue)) {
        do_action($action[0], ...$action[1]);
    }
}
