<?php
/**
 * Plugin Name: Carillon for WooCommerce
 * Description: Reports orders and refunds to Carillon, and asks customers at the checkout for their consent to emails.
 * Requires Plugins: woocommerce
 *
 * In wp-config.php, define CARILLON_URL, CARILLON_USERNAME, CARILLON_PASSWORD, and CARILLON_LIST (the id of a list).
 */

require_once __DIR__ . '/carillon.php';

const CARILLON_STATUSES = [
    'pending' => 'pending', 'on-hold' => 'pending', 'processing' => 'processing', 'completed' => 'completed',
    'cancelled' => 'cancelled', 'failed' => 'pending', 'refunded' => 'refunded',
];
const CARILLON_RETRY_SECONDS = [60, 600, 3600, 21600, 86400];

add_action('woocommerce_init', function () {
    woocommerce_register_additional_checkout_field([
        'id' => 'carillon/newsletter', 'label' => 'Send me news by email', 'location' => 'contact', 'type' => 'checkbox',
    ]);
});

// In the background, so that the checkout does not wait for Carillon.
$carillon_later = fn ($order_id) => as_enqueue_async_action('carillon_report', [(int) $order_id, 0], 'carillon');
add_action('woocommerce_new_order', $carillon_later);
add_action('woocommerce_order_status_changed', $carillon_later);
add_action('woocommerce_order_refunded', $carillon_later);

add_action('carillon_report', function (int $order_id, int $attempt) {
    try {
        carillon_report(wc_get_order($order_id));
    } catch (CarillonError $error) {
        // The API will refuse it again.
        if ($error->status < 500 && $error->status !== 429) {
            throw $error;
        }
        carillon_retry($order_id, $attempt, $error);
    } catch (RuntimeException $error) {
        carillon_retry($order_id, $attempt, $error);
    }
}, 10, 2);

function carillon_retry(int $order_id, int $attempt, RuntimeException $error): void
{
    if (!isset(CARILLON_RETRY_SECONDS[$attempt])) {
        throw $error;
    }
    as_schedule_single_action(time() + CARILLON_RETRY_SECONDS[$attempt], 'carillon_report', [$order_id, $attempt + 1], 'carillon');
}

/** Reports the present state of an order. It can be repeated, and sent in any sequence. */
function carillon_report(WC_Order $order): void
{
    $status = CARILLON_STATUSES[$order->get_status()] ?? null;
    if ($status === null || $order->get_billing_email() === '') {
        return; // a draft, or a status of another plugin
    }
    $carillon = new Carillon(CARILLON_URL, CARILLON_USERNAME, CARILLON_PASSWORD, retries: 0);
    if ($order->get_meta('_wc_other/carillon/newsletter') === '1' && $order->get_meta('_carillon_asked') === '') {
        // The contact gets no campaign before they confirm by the link in the email, which is sent once for an order.
        $carillon->call('POST', '/subscribers', body: [
            'email' => $order->get_billing_email(), 'first_name' => $order->get_billing_first_name(),
            'last_name' => $order->get_billing_last_name(), 'lists' => [CARILLON_LIST], 'double_optin' => true, '__force_update' => 'yes',
        ]);
        $order->update_meta_data('_carillon_asked', '1');
        $order->save_meta_data();
    }
    $time = fn ($date) => $date ? gmdate('Y-m-d H:i:s', $date->getTimestamp()) : null;
    $items = array_map(function ($item) use ($order) {
        $product = $item->get_product(); // false if it was deleted
        return [
            'external_id' => (string) $item->get_product_id(), 'title' => $item->get_name(), 'quantity' => $item->get_quantity(),
            'price' => (float) $order->get_item_total($item, true),
        ] + ($product ? [
            'sku' => $product->get_sku() ?: null, 'url' => $product->get_permalink() ?: null,
            'image_url' => wp_get_attachment_url($product->get_image_id()) ?: null,
        ] : []);
    }, array_values($order->get_items()));
    $reported = $carillon->call('POST', '/commerce/orders', body: [
        'provider' => 'woocommerce', 'external_id' => (string) $order->get_id(), 'email' => $order->get_billing_email(),
        'status' => $status, 'currency' => $order->get_currency(), 'total' => (float) $order->get_total(), 'items' => $items,
        'ordered_at' => $time($order->get_date_created()), 'updated_at' => $time($order->get_date_modified() ?? new DateTime()),
    ])['order'];
    foreach ($order->get_refunds() as $refund) {
        $carillon->call('POST', "/commerce/orders/{$reported['id']}/refunds", body: [
            'external_id' => (string) $refund->get_id(), 'amount' => (float) $refund->get_amount(),
            'refunded_at' => $time($refund->get_date_created()),
        ]);
    }
}
