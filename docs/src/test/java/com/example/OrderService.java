package com.example;

/** The service that the pages talk about. */
public interface OrderService {

    String getOrderInfo(long id);

    String search(String customer);
}
